import type { Member } from "@askback/core/wire";
import { usePeopleTranslation } from "../../i18n/people.ts";
import { ProblemNote } from "../problem-note.tsx";
import { useSessions } from "../use-people-lists.ts";
import { SessionList } from "./session-list.tsx";

interface MemberSessionsProps {
  readonly member: Member;
  onClose(): void;
}

/** Where a member is signed in, for who manages them. */
export function MemberSessions({ member: { id, name }, onClose }: MemberSessionsProps) {
  const t = usePeopleTranslation();
  const { data = [], error, status } = useSessions(id);
  return (
    <div className="app-row-more">
      <h2>{t("sessions.of", { name: `\u2068${name}\u2069` })}</h2>
      <ProblemNote problem={error} message="people.unread" />
      {status === "success" && data.length === 0 && (
        <p className="app-note">{t("sessions.nowhere", { name: `\u2068${name}\u2069` })}</p>
      )}
      {data.length > 0 && <SessionList label={t("sessions.of", { name })} sessions={data} />}
      <button type="button" className="ask-button" onClick={onClose}>
        {t("people.done")}
      </button>
    </div>
  );
}
