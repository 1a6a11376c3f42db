import { Icon, PaletteKey } from "@askback/react";
import { useAppTranslation } from "../i18n/use-app-translation.ts";
import { useOpenPalette } from "./palette-context.tsx";

/** Opens the command palette; shows its key, and on touch a magnifier. */
export function PaletteButton() {
  const t = useAppTranslation();
  const open = useOpenPalette();
  return (
    <button type="button" className="app-palette-button" onClick={open}>
      <span className="ask-hidden">{t("palette.open")}</span>
      <PaletteKey />
      <Icon name="search" />
    </button>
  );
}
