import type { Agent } from "@askback/core/wire";
import { useTranslation } from "@askback/react";

/** Says that an agent cannot work right now, why, and what to do; nothing where it can. */
export function UnavailableNote({ agent }: { readonly agent: Agent | undefined }) {
  const t = useTranslation();
  if (!agent?.unavailable) return null;
  const { kind, reason, hint } = agent.unavailable;
  return (
    <div className="app-unavailable" role="note">
      <p>
        {t("failure.unavailable", { agent: `\u2068${agent.title}\u2069` })} {t(`failure.what.${kind}`)}{" "}
        {t(`failure.do.${kind}`)}
      </p>
      <details>
        <summary>{t("failure.details")}</summary>
        <p dir="ltr">{reason}</p>
        <p dir="ltr">{hint}</p>
      </details>
    </div>
  );
}
