import type { Page } from "playwright-core";

/** Text input with an input method, such as for Japanese. */
export interface Composition {
  /** Shows the text under composition in the focused field. */
  compose(text: string): Promise<void>;
  /** Presses Enter for the input method, which chooses a candidate. */
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
      // 229 is the code of every key that an input method handles.
      const key = { key: "Enter", code: "Enter", windowsVirtualKeyCode: 229 };
      await session.send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...key });
      await session.send("Input.dispatchKeyEvent", { type: "keyUp", ...key });
    },
    async commit(text) {
      await session.send("Input.insertText", { text });
    },
  };
}
