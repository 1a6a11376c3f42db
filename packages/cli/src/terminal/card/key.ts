import type { Key as InkKey } from "ink";
import { safeText } from "../text/safe-text.ts";

/** A key of the keyboard as forms and lists understand it; what is pasted is one `text`. */
export type Key =
  | { readonly name: "text"; readonly text: string }
  | {
      readonly name:
        | "up"
        | "down"
        | "left"
        | "right"
        | "home"
        | "end"
        | "page-up"
        | "page-down"
        | "enter"
        | "newline"
        | "escape"
        | "tab"
        | "back-tab"
        | "backspace"
        | "delete"
        | "clear"
        | "interrupt";
    };

/** The keys of one input: several characters that arrive together are so many keys. */
export function keysOf(input: string, key: InkKey): readonly Key[] {
  if (key.ctrl) return controlKeys(input);
  if (key.return) return [{ name: key.meta || key.shift ? "newline" : "enter" }];
  if (key.escape) return [{ name: "escape" }];
  if (key.tab) return [{ name: key.shift ? "back-tab" : "tab" }];
  if (key.backspace) return [{ name: "backspace" }];
  if (key.delete) return [{ name: "delete" }];
  if (key.upArrow) return [{ name: "up" }];
  if (key.downArrow) return [{ name: "down" }];
  if (key.leftArrow) return [{ name: "left" }];
  if (key.rightArrow) return [{ name: "right" }];
  if (key.pageUp) return [{ name: "page-up" }];
  if (key.pageDown) return [{ name: "page-down" }];
  if (key.home) return [{ name: "home" }];
  if (key.end) return [{ name: "end" }];
  if (key.meta) return [];
  return [...input].flatMap((text): readonly Key[] => {
    if (text === "\r") return [{ name: "enter" }];
    if (text === "\n") return [{ name: "newline" }];
    return /\p{Cc}/u.test(text) ? [] : [{ name: "text", text }];
  });
}

/** What is pasted, without what the terminal would obey when it is shown. */
export function pastedKey(pasted: string): Key {
  return { name: "text", text: safeText(pasted) };
}

function controlKeys(input: string): readonly Key[] {
  switch (input) {
    case "c":
      return [{ name: "interrupt" }];
    case "j":
      return [{ name: "newline" }];
    case "a":
      return [{ name: "home" }];
    case "e":
      return [{ name: "end" }];
    case "u":
      return [{ name: "clear" }];
    default:
      return [];
  }
}
