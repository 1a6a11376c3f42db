import { type RefObject, useEffect, useState } from "react";
import type { Shortcut } from "../ui/keyboard.ts";
import { useShortcut } from "../ui/use-shortcut.ts";

export const printKey = { keys: ["Mod+p"], label: "chat.print" } as const satisfies Shortcut;

interface Print {
  /** Prints the whole conversation, once it is loaded. */
  print(): void;
  readonly isPreparing: boolean;
}

/** Prints a conversation with all its messages; `showEarlier` loads some more and resolves to whether there were any. */
export function usePrint(flow: RefObject<HTMLElement | null>, showEarlier: () => Promise<boolean>): Print {
  const [stage, setStage] = useState<"none" | "loading" | "loaded">("none");
  const print = async () => {
    if (stage !== "none") return;
    setStage("loading");
    while (await showEarlier());
    setStage("loaded");
  };
  useShortcut(printKey.keys[0], () => void print());
  // Now the messages are on the page; the dialog of the browser shows the page as it is when it opens.
  useEffect(() => {
    if (stage !== "loaded") return;
    const state = { isCurrent: true };
    void untilImagesLoaded(flow).then(() => {
      if (!state.isCurrent) return;
      setStage("none");
      window.print();
    });
    return () => {
      state.isCurrent = false;
    };
  }, [stage, flow]);
  return { print: () => void print(), isPreparing: stage !== "none" };
}

const imagesTimeoutMs = 5_000;

/** Resolves when the images of messages can be seen; not all of them come without a connection. */
async function untilImagesLoaded(flow: RefObject<HTMLElement | null>): Promise<void> {
  const end = performance.now() + imagesTimeoutMs;
  const isLoading = () =>
    [...(flow.current?.querySelectorAll(".ask-file-image") ?? [])].some(
      (box) => box.querySelector("img")?.complete !== true,
    );
  while (isLoading() && performance.now() < end) await new Promise((resolve) => requestAnimationFrame(resolve));
}
