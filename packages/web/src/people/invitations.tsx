import type { Invitation } from "@askback/core/wire";
import { useAskback } from "@askback/react";
import { useId } from "react";
import { usePeopleTranslation } from "../i18n/people.ts";
import { useFormats } from "../insight/formats.ts";
import { useReport } from "./people-page.tsx";
import { ProblemNote } from "./problem-note.tsx";
import { useChange } from "./use-change.ts";
import { useInvitations, useMemberList } from "./use-people-lists.ts";

/** The invitations that nobody has accepted yet. Without any, nothing is shown. */
export function Invitations() {
  const t = usePeopleTranslation();
  const { data = [], error } = useInvitations();
  const id = useId();
  if (data.length === 0) return <ProblemNote problem={error} message="people.unread" />;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t("people.invitations")}</h2>
      <ul className="app-rows" aria-labelledby={id}>
        {data.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} />
        ))}
      </ul>
    </section>
  );
}

function InvitationRow({
  invitation: { id, email, role, groups, invitedBy, expiresAt },
}: {
  readonly invitation: Invitation;
}) {
  const t = usePeopleTranslation();
  const { date } = useFormats();
  const { client } = useAskback();
  const report = useReport();
  const { run, problem } = useChange();
  const inviter = useMemberList().data?.find((member) => member.id === invitedBy)?.name ?? invitedBy;
  const who = email ?? t("people.invited-anyone");
  const revoke = async () => {
    if (await run(() => client.invitations.revoke(id))) report(t("people.revoked"));
  };
  return (
    <li>
      <div className="app-row">
        <span className="app-row-text">
          <bdi className="app-row-name">{who}</bdi>
          <span className="app-row-facts">
            <span>
              {t("people.invited", {
                role: t(`people.role.${role}`),
                who: `\u2068${inviter}\u2069`,
                date: date(expiresAt),
              })}
            </span>
            {groups.map((group) => (
              <bdi key={group}>{group}</bdi>
            ))}
          </span>
        </span>
        <button type="button" className="ask-quiet" aria-label={t("people.revoke-label", { who })} onClick={revoke}>
          {t("people.revoke")}
        </button>
      </div>
      <ProblemNote problem={problem} />
    </li>
  );
}
