import { useMe } from "@askback/react";
import { usePeopleTranslation } from "../i18n/people.ts";
import { Groups } from "./groups.tsx";
import { Invitations } from "./invitations.tsx";
import { Invite } from "./invite.tsx";
import { MemberRow } from "./member-row.tsx";
import { PeoplePage } from "./people-page.tsx";
import { ProblemNote } from "./problem-note.tsx";
import { useGroups, useIsOwner, useMemberList } from "./use-people-lists.ts";

/** Who is in the project. Owners invite, change and remove; the others read. */
export function MembersPage() {
  return (
    <PeoplePage section="members">
      <Members />
    </PeoplePage>
  );
}

function Members() {
  const t = usePeopleTranslation();
  const me = useMe().data;
  const isOwner = useIsOwner();
  const members = useMemberList();
  const groups = useGroups().data ?? [];
  const { data = [] } = members;
  const project = me?.projects?.find(({ id }) => id === me.project)?.name ?? me?.project ?? "";
  const isAlone = members.status === "success" && data.length === 1;
  return (
    <>
      <p className="app-people-lead">
        {isAlone && isOwner ? t("people.only-you") : t("people.project", { project: `\u2068${project}\u2069` })}
        {!isOwner && ` ${t("people.read-only")}`}
      </p>
      <ProblemNote problem={members.error} message="people.unread" />
      {members.status === "pending" && <p className="app-note">{t("people.loading")}</p>}
      <ul className="app-rows" aria-label={t("people.list")}>
        {data.map((member) => (
          <MemberRow key={member.id} member={member} />
        ))}
      </ul>
      {isOwner && members.status === "success" && <Invite groups={groups} />}
      {isOwner && <Invitations />}
      {(data.length > 1 || groups.length > 0) && <Groups groups={groups} members={data} />}
    </>
  );
}
