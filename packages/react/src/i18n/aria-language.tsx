import type { ReactNode } from "react";
import { I18nProvider } from "react-aria-components";
import { useLanguage } from "./use-language.ts";

/** Tells menus, dialogs and lists the reader's language; they would take the browser's own. */
export function AriaLanguage({ children }: { readonly children: ReactNode }) {
  return <I18nProvider locale={useLanguage()}>{children}</I18nProvider>;
}
