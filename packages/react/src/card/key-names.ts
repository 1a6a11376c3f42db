const signs: Readonly<Record<string, string>> = {
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  Enter: "↵",
  Escape: "Esc",
  PageUp: "PgUp",
  PageDown: "PgDn",
  Control: "Ctrl",
  "1-9": "1…9",
};

/** Whether the keyboard has a command key. */
export function isMac(): boolean {
  return /Mac|iP(?:hone|ad|od)/.test(globalThis.navigator?.platform ?? "");
}

/** A key of the keymap as it is printed on keyboards. */
export function keyName(keys: string, hasCommand: boolean): string {
  const names = keys.split("+").map((key) => {
    if (key === "Mod") return hasCommand ? "⌘" : "Ctrl";
    if (key === "Alt" && hasCommand) return "⌥";
    return signs[key] ?? (key.length === 1 ? key.toUpperCase() : key);
  });
  return names.join(hasCommand ? " " : "+");
}
