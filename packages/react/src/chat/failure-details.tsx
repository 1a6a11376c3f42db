import { useTranslation } from "../i18n/use-translation.ts";

/** The provider's own words, which a developer can open. */
export function FailureDetails({ message }: { readonly message: string }) {
  const t = useTranslation();
  return (
    <details className="ask-received ask-fold">
      <summary>{t("failure.details")}</summary>
      <pre dir="ltr">{message}</pre>
    </details>
  );
}
