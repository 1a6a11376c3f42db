import { isMac, keyName } from "./ui/keyboard.ts";

/** The key of an app's command palette. */
export const paletteKey = { keys: ["Mod+k"], label: "shortcuts.palette" } as const;

/** The key of the palette as it is printed on this reader's keyboard. */
export function PaletteKey() {
  return <kbd dir="ltr">{keyName(paletteKey.keys[0], isMac())}</kbd>;
}
