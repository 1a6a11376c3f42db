import type { AuditEntry, ProjectAuditEntry } from "@askback/core/wire";
import { readPages, type ServerQuery, useAskback, usePeople, useServerQuery, valueOrThrow } from "@askback/react";
import { useDeferredValue, useId, useState } from "react";
import { useAuditTranslation } from "../i18n/audit.ts";
import { useAppTranslation } from "../i18n/use-app-translation.ts";
import { Choice } from "../pages/setting-fields.tsx";
import { Link } from "../router.tsx";
import { AuditCheck } from "./audit-check.tsx";
import { AuditTable } from "./audit-table.tsx";
import { auditTypes } from "./audit-types.ts";
import "./audit.css";

type Filter = { readonly type?: AuditEntry["type"]; readonly by?: string; readonly inquiry?: string };
type Listed = { readonly items: readonly ProjectAuditEntry[]; readonly hasMore: boolean };

const pageSize = 50;

/** Everything that happened in the project, for its owners: filtered, checked and exported. */
export function AuditPage({ inquiry }: { readonly inquiry: string | undefined }) {
  const app = useAppTranslation();
  const t = useAuditTranslation();
  const [type, setType] = useState<AuditEntry["type"] | "all">("all");
  const [by, setBy] = useState("");
  const [limit, setLimit] = useState(pageSize);
  const people = usePeople();
  const typed = useDeferredValue(by.trim());
  // People are known by their names, and recorded by their ids.
  const person = people.find(({ name }) => name.toLowerCase() === typed.toLowerCase())?.id ?? typed;
  const { data, error } = useAuditList(
    {
      ...(type !== "all" && { type }),
      ...(person !== "" && { by: person }),
      ...(inquiry !== undefined && { inquiry }),
    },
    limit,
  );
  // What was shown stays while another choice is read.
  const [last, setLast] = useState(data);
  if (data && data !== last) setLast(data);
  const list = data ?? last;
  const choices = Object.fromEntries(["all" as const, ...auditTypes].map((one) => [one, t(`audit.type.${one}`)]));
  return (
    <section className="app-audit" aria-busy={!list && !error}>
      <h1>{app("nav.audit")}</h1>
      {error?.status === 403 ? (
        <p className="app-audit-forbidden">{t("audit.forbidden")}</p>
      ) : (
        <>
          <p className="app-audit-about">{t("audit.about")}</p>
          <AuditCheck />
          {inquiry !== undefined && (
            <p className="app-audit-about">
              {t("audit.of-one")} <Link to={{ page: "audit" }}>{t("audit.of-all")}</Link>
            </p>
          )}
          <div className="app-audit-filter">
            <Choice
              label={t("audit.type")}
              value={type}
              choices={choices as Record<typeof type, string>}
              onChoose={(chosen) => {
                setType(chosen);
                setLimit(pageSize);
              }}
            />
            <PersonField value={by} names={people.map(({ name }) => name)} onChange={setBy} />
          </div>
          {error && (
            <p className="ask-alert" role="alert">
              {t("audit.failed", { problem: error.title })}
            </p>
          )}
          {list?.items.length === 0 && !list.hasMore && <p className="app-audit-none">{t("audit.none")}</p>}
          {list && list.items.length > 0 && <AuditTable entries={list.items} />}
          {list?.hasMore && (
            <button type="button" className="ask-button" onClick={() => setLimit(limit + pageSize)}>
              {t("audit.more")}
            </button>
          )}
        </>
      )}
    </section>
  );
}

interface PersonFieldProps {
  readonly value: string;
  /** Those that are offered; others, such as those of keys, can be typed. */
  readonly names: readonly string[];
  onChange(value: string): void;
}

function PersonField({ value, names, onChange }: PersonFieldProps) {
  const t = useAuditTranslation();
  const id = useId();
  return (
    <p className="app-setting">
      <label htmlFor={id}>{t("audit.by")}</label>
      <input
        id={id}
        className="ask-field"
        type="search"
        list={`${id}-names`}
        placeholder={t("audit.by-hint")}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={`${id}-names`}>
        {[...new Set(names)].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </p>
  );
}

/** The newest entries, over as many pages as that takes; a page may be empty while there are more. */
function useAuditList(filter: Filter, limit: number) {
  const { client } = useAskback();
  const query: ServerQuery<Listed> = {
    queryKey: ["project-audit", filter, limit],
    queryFn: async ({ signal }) => {
      return valueOrThrow(await readPages((page) => client.audit.list({ ...filter, ...page }, { signal }), limit));
    },
    // No event tells of an entry.
    staleTime: 0,
  };
  return useServerQuery(query);
}
