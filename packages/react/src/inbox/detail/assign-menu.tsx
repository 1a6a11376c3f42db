import { isInAudience } from "@askback/core";
import type { Inquiry, Member } from "@askback/core/wire";
import { announce } from "@react-aria/live-announcer";
import { Button, type Key, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { useAskback } from "../../askback-context.ts";
import { useLanguageAttributes } from "../../i18n/use-language.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { PersonAvatar } from "../../person-avatar.tsx";
import { Icon } from "../../ui/icon.tsx";
import { PeopleContext, useIsViewer, useMe, useMembers, useNames } from "../../use-people.ts";
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
  const isViewer = useIsViewer();
  const isOwner = useMe().data?.scopes.includes("admin") ?? false;
  const { id, takenBy, assignee, status } = inquiry;
  const own = ownAct(inquiry, { me, isOwner });
  if (members.length < 2 || isViewer || own === undefined || status !== "open") return null;

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
  const asked = isLetBy(inquiry, isOwner) ? { ...inquiry, audience: undefined } : inquiry;
  const others = members.filter((one) => one.id !== me && one.id !== holder && isAssignable(asked, one));
  return (
    <MenuTrigger>
      <Button className="ask-button ask-holder-button">
        <Icon name="person" />
        <span>{t("who.assign")}</span>
      </Button>
      <Popover className="ask-popover" placement="bottom end" {...language}>
        <Menu className="ask-menu" autoFocus="first" onAction={(action) => void act(action)}>
          <MenuItem id={own === "assign" ? person + me : own} className="ask-menu-item">
            {own === "release" ? t("who.release") : t("who.take")}
          </MenuItem>
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

/** Whether an owner may let anybody answer an inquiry; everybody reads that too few are left for a quorum. */
function isLetBy({ isUnanswerable }: Pick<Inquiry, "isUnanswerable">, isOwner: boolean): boolean {
  return isUnanswerable === true && isOwner;
}

/** What a reader can do with an inquiry themselves; undefined for who has no say in who answers it. */
export function ownAct(
  inquiry: Pick<Inquiry, "takenBy" | "mayAnswer" | "isUnanswerable">,
  { me, isOwner }: { readonly me: string | undefined; readonly isOwner: boolean },
): "take" | "release" | "assign" | undefined {
  if (me === undefined) return undefined;
  if (inquiry.takenBy === me) return "release";
  if (isLetBy(inquiry, isOwner)) return "assign";
  return inquiry.mayAnswer === false ? undefined : "take";
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
