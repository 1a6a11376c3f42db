import type { AuditReport } from "@askback/core/wire";
import { useAskback, useMe } from "@askback/react";
import { useState } from "react";
import { useAuditTranslation } from "../i18n/audit.ts";

type Check =
  | { readonly state: "idle" | "running" }
  | { readonly state: "done"; readonly report: AuditReport }
  | { readonly state: "failed"; readonly problem: string };

/** Checks that nobody has changed the audit, and exports it. */
export function AuditCheck() {
  const t = useAuditTranslation();
  const { client } = useAskback();
  const [check, setCheck] = useState<Check>({ state: "idle" });
  const verify = async () => {
    if (check.state === "running") return;
    setCheck({ state: "running" });
    const reply = await client.audit.verify();
    setCheck(reply.ok ? { state: "done", report: reply.value } : { state: "failed", problem: reply.error.title });
  };
  return (
    <>
      <div className="app-audit-actions">
        <button type="button" className="ask-button" onClick={() => void verify()}>
          {t(check.state === "running" ? "audit.verifying" : "audit.verify")}
        </button>
        {(["jsonl", "csv"] as const).map((format) => (
          <a
            key={format}
            className="ask-button"
            href={`/v1/audit/export?format=${format}`}
            download={`audit.${format}`}
          >
            {t(`audit.export-${format}`)}
          </a>
        ))}
      </div>
      <div role="status" className="app-audit-check">
        {check.state === "done" && <Report report={check.report} />}
      </div>
      {check.state === "failed" && (
        <p className="ask-alert" role="alert">
          {t("audit.unverified", { problem: check.problem })}
        </p>
      )}
    </>
  );
}

function Report({ report: { entries, end, faults } }: { readonly report: AuditReport }) {
  const t = useAuditTranslation();
  // As `askback audit verify --expect` takes it.
  const place = [useMe().data?.project, end.number, end.hash].join(":");
  if (faults.length === 0)
    return (
      <>
        <p>{t("audit.intact", { entries })}</p>
        <code dir="ltr">{place}</code>
      </>
    );
  return (
    <div className="ask-alert">
      <p>{t("audit.changed", { count: faults.length })}</p>
      <ul>
        {faults.map(({ number, problem }) => (
          <li key={`${number} ${problem}`}>{t("audit.fault", { number, problem })}</li>
        ))}
      </ul>
    </div>
  );
}
