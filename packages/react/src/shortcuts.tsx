import { keymap, pageKey } from "./card/keyboard/keymap.ts";
import { findKey } from "./chat/find/use-find.ts";
import { printKey } from "./chat/use-print.ts";
import { useTranslation } from "./i18n/use-translation.ts";
import { inboxKeymap } from "./inbox/inbox-keys.ts";
import { paletteKey } from "./palette-key.tsx";
import { ShortcutSheet } from "./ui/dialog/shortcut-sheet.tsx";
import type { Shortcut } from "./ui/keyboard.ts";

/** All keys: those of the page, of a conversation, of a card and of the inbox. */
export const shortcuts: readonly Shortcut[] = [paletteKey, pageKey, findKey, printKey, ...keymap, ...inboxKeymap];

/** A dialog with all keys. */
export function Shortcuts({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslation();
  return <ShortcutSheet title={t("shortcuts.title")} shortcuts={shortcuts} onClose={onClose} />;
}
