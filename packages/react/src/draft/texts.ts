import type { Drafts } from "./drafts.ts";
import { createKeeper, type KeeperOptions } from "./keeper.ts";

export interface Texts {
  readonly texts: Drafts["texts"];
  wipe(): Promise<void>;
  close(): void;
}

/** Keeps the texts of composers. */
export function createTexts(options: Omit<KeeperOptions<string>, "covers" | "onFound">): Texts {
  const keeper = createKeeper<string>({
    ...options,
    covers: (text, other) => `\n${text}\n`.includes(`\n${other}\n`),
  });

  function forget(name: string, text: string): void {
    void keeper.discard(name, (value) => value === text);
  }

  return {
    texts: {
      async get(name) {
        const before = keeper.inMemory(name);
        await keeper.find(name);
        const own = keeper.inMemory(name);
        const others = keeper.beside(name).map(({ value }) => value);
        // Whoever wrote meanwhile has it, and puts it together with what was found.
        if (!before && own && keeper.isOwn(own)) return others.join("\n\n");
        const text = [...others, ...(own ? [own.value] : [])].join("\n\n");
        if (others.length > 0) keeper.keep(name, text);
        return text;
      },
      keep(name, text) {
        if (text === "") forget(name, keeper.inMemory(name)?.value ?? "");
        else keeper.keep(name, text);
      },
      forget,
    },
    wipe: keeper.wipe,
    close: keeper.close,
  };
}
