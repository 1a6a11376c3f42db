import type { Page } from "playwright-core";

/** What somebody does who writes with an input method, such as for Japanese. */
export interface Composition {
  /** Shows what is being composed in the focused field, underlined and not yet written. */
  compose(text: string): Promise<void>;
  /** Enter as the input method gets it: it chooses a candidate. */
  pressEnter(): Promise<void>;
  commit(text: string): Promise<void>;
}

export async function beginComposition(page: Page): Promise<Composition> {
  const session = await page.context().newCDPSession(page);
  return {
    async compose(text) {
      await session.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
    },
    async pressEnter() {
      // 229 is the code of every key that an input method takes.
      const key = { key: "Enter", code: "Enter", windowsVirtualKeyCode: 229 };
      await session.send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...key });
      await session.send("Input.dispatchKeyEvent", { type: "keyUp", ...key });
    },
    async commit(text) {
      await session.send("Input.insertText", { text });
    },
  };
}
