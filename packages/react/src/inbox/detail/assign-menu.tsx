import { isInAudience } from "@askback/core";
import type { Inquiry, Member } from "@askback/core/wire";
import { announce } from "@react-aria/live-announcer";
import { Button, type Key, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { useAskback } from "../../askback-context.ts";
import { useLanguageAttributes } from "../../i18n/use-language.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { PersonAvatar } from "../../person-avatar.tsx";
import { Icon } from "../../ui/icon.tsx";
import { PeopleContext, useMembers, useNames } from "../../use-people.ts";
import { useInboxContext } from "../inbox-context.ts";
import { useInboxData } from "../use-inbox.ts";

const person = "person:";

/** Takes an open inquiry, releases it or assigns it to somebody, where there are several people; it locks nothing. */
export function AssignMenu({ inquiry, onProblem }: AssignMenuProps) {
  const t = useTranslation();
  const { client } = useAskback();
  const inbox = useInboxData();
  const { me } = useInboxContext();
  const members = useMembers();
  const nameOf = useNames();
  const language = useLanguageAttributes();
  const { id, takenBy, assignee, mayAnswer, status, isUnanswerable } = inquiry;
  const isOthers = mayAnswer === false && !isUnanswerable;
  if (members.length < 2 || isOthers || status !== "open") return null;

  const act = async (action: Key) => {
    const name = String(action);
    const reply =
      name === "take"
        ? await client.inquiries.take(id)
        : name === "release"
          ? await client.inquiries.release(id)
          : await client.inquiries.assign(id, { to: name.startsWith(person) ? name.slice(person.length) : null });
    const problem = reply.ok ? undefined : t("who.failed", { problem: reply.error.title.replace(/\.$/, "") });
    if (reply.ok) inbox.changed(reply.value);
    onProblem(problem);
    if (problem !== undefined) announce(problem, "assertive");
  };

  const holder = takenBy ?? assignee;
  // An owner may let anybody answer what nobody can.
  const asked = isUnanswerable ? { ...inquiry, audience: undefined } : inquiry;
  const others = members.filter((one) => one.id !== me && one.id !== holder && isAssignable(asked, one));
  return (
    <MenuTrigger>
      <Button className="ask-button ask-holder-button">
        <Icon name="person" />
        <span>{t("who.assign")}</span>
      </Button>
      <Popover className="ask-popover" placement="bottom end" {...language}>
        <Menu className="ask-menu" autoFocus="first" onAction={(action) => void act(action)}>
          {isUnanswerable ? (
            <MenuItem id={person + me} className="ask-menu-item">
              {t("who.take")}
            </MenuItem>
          ) : takenBy === me ? (
            <MenuItem id="release" className="ask-menu-item">
              {t("who.release")}
            </MenuItem>
          ) : (
            <MenuItem id="take" className="ask-menu-item">
              {t("who.take")}
            </MenuItem>
          )}
          {others.map((one) => (
            <MenuItem key={one.id} id={person + one.id} className="ask-menu-item" textValue={nameOf(one.id)}>
              <PeopleContext value={() => one}>
                <PersonAvatar person={one.id} />
              </PeopleContext>
              <span>{nameOf(one.id)}</span>
            </MenuItem>
          ))}
          {assignee !== undefined && (
            <MenuItem id="nobody" className="ask-menu-item">
              {t("who.nobody")}
            </MenuItem>
          )}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

interface AssignMenuProps {
  readonly inquiry: Inquiry;
  /** Why it was not done; undefined when it was. */
  onProblem(problem: string | undefined): void;
}

/** Whether an inquiry can be assigned to a member: it waits for them, and they may answer in the project. */
export function isAssignable(
  { audience, quorum, agreements = [] }: Pick<Inquiry, "audience" | "quorum" | "agreements">,
  {
    id,
    role,
    groups,
    formerGroups = [],
    isDisabled,
  }: Pick<Member, "id" | "role" | "groups" | "formerGroups" | "isDisabled">,
): boolean {
  const hasAgreed = agreements.some(({ by }) => by === id);
  if (role === "viewer" || isDisabled || hasAgreed || quorum?.excludes.includes(id)) return false;
  return isInAudience(audience, { by: id, groups: [...groups, ...formerGroups] });
}
