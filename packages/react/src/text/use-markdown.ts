import { useEffect, useSyncExternalStore } from "react";
import type { Markdown } from "./markdown.tsx";

/** The markdown parser, once it is loaded, and whether that is still to be waited for. */
interface LoadedMarkdown {
  readonly Markdown?: typeof Markdown;
  readonly isLoading: boolean;
}

/** One for the page, as the module that it loads. */
let loaded: LoadedMarkdown = { isLoading: true };
let loading: Promise<void> | undefined;
const listeners = new Set<() => void>();

/** Loads the markdown parser on first use. Texts that are shown once it is loaded are never seen unformatted. */
export function useMarkdown(): LoadedMarkdown {
  useEffect(() => void load(), []);
  return useSyncExternalStore(subscribe, currentMarkdown, currentMarkdown);
}

function load(): Promise<void> {
  loading ??= import("./markdown.tsx")
    .then(
      ({ Markdown }): LoadedMarkdown => ({ Markdown, isLoading: false }),
      // The next text tries again.
      (): LoadedMarkdown => {
        loading = undefined;
        return { isLoading: false };
      },
    )
    .then((result) => {
      loaded = result;
      for (const listener of listeners) listener();
    });
  return loading;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function currentMarkdown(): LoadedMarkdown {
  return loaded;
}
