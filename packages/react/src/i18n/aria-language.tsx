import type { ReactNode } from "react";
import { I18nProvider } from "react-aria-components";
import { useLanguage } from "./use-language.ts";

/** Sets the reader's language for React Aria components, which would use the browser's. */
export function AriaLanguage({ children }: { readonly children: ReactNode }) {
  return <I18nProvider locale={useLanguage()}>{children}</I18nProvider>;
}
