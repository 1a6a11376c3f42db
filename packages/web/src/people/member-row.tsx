import type { Member } from "@askback/core/wire";
import { MenuButton, PeopleContext, PersonAvatar, useMe } from "@askback/react";
import { useState } from "react";
import { usePeopleTranslation } from "../i18n/people.ts";
import { useFormats } from "../insight/formats.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { ProblemNote } from "./problem-note.tsx";
import { RoleChoice } from "./role-choice.tsx";
import { MemberSessions } from "./sessions/member-sessions.tsx";
import { ShownOnce } from "./shown-once.tsx";
import { ownerId, useMemberActions } from "./use-member-actions.ts";
import { useIsOwner } from "./use-people-lists.ts";

/** One member, with what the reader may do about them. */
export function MemberRow({ member }: { readonly member: Member }) {
  const t = usePeopleTranslation();
  const { day } = useFormats();
  const isOwner = useIsOwner();
  const isMe = useMe().data?.id === member.id;
  const [hasSessions, setHasSessions] = useState(false);
  const { actions, problem, confirmation, stopConfirming, link, forgetLink } = useMemberActions(member, {
    isOwner,
    isMe,
    showSessions: () => setHasSessions(true),
  });
  const { id, name, email, groups, joinedAt, role, isDisabled } = member;
  // Whom the server belongs to has always been here.
  const joined = id === ownerId ? undefined : t("people.joined", { date: day(joinedAt) });
  const facts = [email, ...groups, joined].filter((fact) => fact !== undefined);
  return (
    <li>
      <div className="app-row" data-acts={actions.length > 0 || undefined}>
        <PeopleContext value={() => member}>
          <PersonAvatar person={member.id} size="large" />
        </PeopleContext>
        <span className="app-row-text">
          <span className="app-row-name">
            <bdi>{name}</bdi>
            {isMe && <span className="app-tag">{t("people.you")}</span>}
            {isDisabled && <span className="app-tag">{t("people.disabled")}</span>}
          </span>
          <span className="app-row-facts">
            {facts.map((fact) => (
              <bdi key={fact}>{fact}</bdi>
            ))}
          </span>
        </span>
        {isOwner ? (
          <RoleChoice member={member} isMe={isMe} />
        ) : (
          <span className="app-row-role">{t(`people.role.${role}`)}</span>
        )}
        {actions.length > 0 && <MenuButton label={t("people.actions", { name })} actions={actions} />}
      </div>
      <ProblemNote problem={problem} />
      {link !== undefined && (
        <ShownOnce
          label={t("people.link-label", { name })}
          warning={t("people.link-once", { name: `\u2068${name}\u2069` })}
          secret={link}
          isLink
          onDone={forgetLink}
        />
      )}
      {hasSessions && <MemberSessions member={member} onClose={() => setHasSessions(false)} />}
      {confirmation && <ConfirmDialog {...confirmation} onClose={stopConfirming} />}
    </li>
  );
}
