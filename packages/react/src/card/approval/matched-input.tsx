import { type Json, visibleJson } from "@askback/core";
import type { Permission } from "@askback/core/wire";
import { useTranslation } from "../../i18n/use-translation.ts";
import { indentJson } from "../../text/plain-text.ts";

/** The part of an input that a permission is bound to. */
export function MatchedInput({ part, input }: { readonly part: Permission["part"]; readonly input: unknown }) {
  const t = useTranslation();
  const values = (input ?? {}) as { readonly [key: string]: Json };
  if (part === true)
    return (
      <details className="ask-matched">
        <summary>{t("approval.permissions.exact")}</summary>
        <pre className="ask-call-text" dir="ltr">
          {indentJson(visibleJson((input ?? null) as Json))}
        </pre>
      </details>
    );
  return (
    <dl className="ask-call-fields">
      {part.map((path) => (
        <div key={path}>
          <dt dir="ltr">{path}</dt>
          <dd dir="ltr">{visibleJson(values[path] ?? null)}</dd>
        </div>
      ))}
    </dl>
  );
}
