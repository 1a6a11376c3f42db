import { useLingui } from "@lingui/react";

/** The language that is shown, for what `Intl` writes. */
export function useLanguage(): string {
  return useLingui().i18n.locale;
}
