import type { File as StoredFile } from "@askback/core/wire";
import { useEffect, useState } from "react";
import { useAskback } from "../askback-context.ts";
import { useLatest } from "../ui/use-latest.ts";

/** An address of bytes that are loaded by their name; undefined until they are, or where nothing loads them. */
export function useObjectUrl(name: string, load: (() => Promise<Blob | undefined>) | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  const latest = useLatest(load);
  const isLoaded = load !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the bytes of a name do not change
  useEffect(() => {
    if (!isLoaded) return;
    let isGone = false;
    let made: string | undefined;
    void latest.current?.().then((content) => {
      if (isGone || !content) return;
      made = URL.createObjectURL(content);
      setUrl(made);
    });
    return () => {
      isGone = true;
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [name, isLoaded]);
  return url;
}

/** The address of an image that the server has, read as the person whose page it is. */
export function useFileUrl({ id, type }: StoredFile): { readonly url: string | undefined; readonly isGone: boolean } {
  const { client } = useAskback();
  const [isGone, setGone] = useState(false);
  const isImage = type.startsWith("image/");
  const load = async () => {
    const reply = await client.files.read(id);
    setGone(!reply.ok && reply.error.status === 404);
    return reply.ok ? reply.value : undefined;
  };
  return { url: useObjectUrl(id, isImage ? load : undefined), isGone };
}
