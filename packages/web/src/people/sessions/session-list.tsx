import type { Session } from "@askback/core/wire";
import { useAskback } from "@askback/react";
import { usePeopleTranslation } from "../../i18n/people.ts";
import { useFormats } from "../../insight/formats.ts";
import { useReport } from "../people-page.tsx";
import { ProblemNote } from "../problem-note.tsx";
import { useChange } from "../use-change.ts";

interface SessionListProps {
  readonly label: string;
  readonly sessions: readonly Session[];
}

/** Browsers in which somebody is signed in, the reader's own first, each with the button that ends it. */
export function SessionList({ label, sessions }: SessionListProps) {
  const shown = sessions.toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent));
  return (
    <ul className="app-rows" aria-label={label}>
      {shown.map((session) => (
        <SessionRow key={session.id} session={session} />
      ))}
    </ul>
  );
}

function SessionRow({ session: { id, device, createdAt, lastSeenAt, isCurrent } }: { readonly session: Session }) {
  const t = usePeopleTranslation();
  const { date } = useFormats();
  const { client } = useAskback();
  const report = useReport();
  const { run, problem } = useChange();
  const end = async () => {
    if (await run(() => client.sessions.end(id))) report(t("sessions.ended", { device }));
  };
  return (
    <li>
      <div className="app-row">
        <span className="app-row-text">
          <span className="app-row-name">
            <bdi>{device}</bdi>
            {isCurrent && <span className="app-tag">{t("sessions.this")}</span>}
          </span>
          <span className="app-row-facts">
            <span>{t("sessions.used", { date: date(lastSeenAt) })}</span>
            <span>{t("sessions.since", { date: date(createdAt) })}</span>
          </span>
        </span>
        {!isCurrent && (
          <button type="button" className="ask-quiet" aria-label={t("sessions.end-label", { device })} onClick={end}>
            {t("sessions.end")}
          </button>
        )}
      </div>
      <ProblemNote problem={problem} />
    </li>
  );
}
