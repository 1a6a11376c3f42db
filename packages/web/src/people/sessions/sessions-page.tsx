import type { Session } from "@askback/core/wire";
import { useAskback } from "@askback/react";
import { useState } from "react";
import { usePeopleTranslation } from "../../i18n/people.ts";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { PeoplePage, useReport } from "../people-page.tsx";
import { ProblemNote } from "../problem-note.tsx";
import { useSessions } from "../use-people-lists.ts";
import { SessionList } from "./session-list.tsx";

/** The browsers in which the reader is signed in. */
export function SessionsPage() {
  return (
    <PeoplePage section="sessions">
      <Sessions />
    </PeoplePage>
  );
}

function Sessions() {
  const t = usePeopleTranslation();
  const { data = [], error, status } = useSessions();
  const others = data.filter(({ isCurrent }) => !isCurrent);
  return (
    <>
      <p className="app-people-lead">
        {t(status === "success" && data.length === 0 ? "sessions.by-key" : "sessions.lead")}
      </p>
      <ProblemNote problem={error} message="people.unread" />
      {status === "pending" && <p className="app-note">{t("people.loading")}</p>}
      {data.length > 0 && <SessionList label={t("sessions.list")} sessions={data} />}
      {others.length > 0 && <EndOthers others={others} />}
    </>
  );
}

function EndOthers({ others }: { readonly others: readonly Session[] }) {
  const t = usePeopleTranslation();
  const { client } = useAskback();
  const report = useReport();
  const [isAsking, setAsking] = useState(false);
  const endAll = async () => {
    const replies = await Promise.all(others.map(({ id }) => client.sessions.end(id)));
    // One that has ended meanwhile is as it should be.
    const failed = replies.find((reply) => !reply.ok && reply.error.code !== "session-unknown");
    return failed ?? { ok: true as const, value: undefined };
  };
  return (
    <>
      <button type="button" className="ask-button app-people-new" onClick={() => setAsking(true)}>
        {t("sessions.others")}
      </button>
      {isAsking && (
        <ConfirmDialog
          title={t("sessions.others-title")}
          description={t("sessions.others-text", { count: others.length })}
          action={t("sessions.others-now")}
          call={endAll}
          onDone={() => report(t("sessions.others-done"))}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
