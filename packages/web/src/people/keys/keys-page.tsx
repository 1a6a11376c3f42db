import type { ApiKey } from "@askback/core/wire";
import { useAskback } from "@askback/react";
import { useState } from "react";
import { usePeopleTranslation } from "../../i18n/people.ts";
import { useFormats } from "../../insight/formats.ts";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { PeoplePage, useReport } from "../people-page.tsx";
import { ProblemNote } from "../problem-note.tsx";
import { useIsOwner, useKeys } from "../use-people-lists.ts";
import { CreateKey } from "./create-key.tsx";

/** The stored keys of the project, for its owners. */
export function KeysPage() {
  return (
    <PeoplePage section="keys">
      <Keys />
    </PeoplePage>
  );
}

function Keys() {
  const t = usePeopleTranslation();
  if (!useIsOwner()) return <p className="app-people-lead">{t("keys.owners-only")}</p>;
  return <KeyList />;
}

function KeyList() {
  const t = usePeopleTranslation();
  const { data = [], error, status } = useKeys();
  return (
    <>
      <p className="app-people-lead">{t("keys.lead")}</p>
      <ProblemNote problem={error} message="people.unread" />
      {status === "pending" && <p className="app-note">{t("people.loading")}</p>}
      {status === "success" && data.length === 0 && <p className="app-note">{t("keys.none")}</p>}
      {data.length > 0 && (
        <ul className="app-rows" aria-label={t("keys.list")}>
          {data.map((key) => (
            <KeyRow key={key.id} apiKey={key} />
          ))}
        </ul>
      )}
      <CreateKey />
    </>
  );
}

function KeyRow({ apiKey: { id, name, scopes, createdAt, lastUsedAt, expiresAt } }: { readonly apiKey: ApiKey }) {
  const t = usePeopleTranslation();
  const { date } = useFormats();
  const { client } = useAskback();
  const report = useReport();
  const [isRevoking, setRevoking] = useState(false);
  const isExpired = expiresAt !== undefined && Date.parse(expiresAt) <= client.now();
  return (
    <li>
      <div className="app-row">
        <span className="app-row-text">
          <span className="app-row-name">
            <bdi>{name}</bdi>
            {scopes.map((scope) => (
              <code key={scope} className="app-tag">
                {scope}
              </code>
            ))}
          </span>
          <span className="app-row-facts">
            <span>{t("keys.created", { date: date(createdAt) })}</span>
            <span>{lastUsedAt === undefined ? t("keys.unused") : t("keys.used", { date: date(lastUsedAt) })}</span>
            {expiresAt !== undefined && (
              <span>{t(isExpired ? "keys.expired" : "keys.expiry", { date: date(expiresAt) })}</span>
            )}
            <code dir="ltr">{id}</code>
          </span>
        </span>
        <button
          type="button"
          className="ask-quiet"
          aria-label={t("keys.revoke-label", { name })}
          onClick={() => setRevoking(true)}
        >
          {t("keys.revoke")}
        </button>
      </div>
      {isRevoking && (
        <ConfirmDialog
          title={t("keys.revoke-title", { name })}
          description={t("keys.revoke-text")}
          action={t("keys.revoke-now")}
          call={() => client.keys.revoke(id)}
          onDone={() => report(t("keys.revoked", { name }))}
          onClose={() => setRevoking(false)}
        />
      )}
    </li>
  );
}
