import {
  channelsSoFar,
  type InquiryRecord,
  isInAudience,
  isWaitedFor,
  type Member,
  type Notification,
  type NotificationReason,
  waitsFor,
} from "@askback/core";
import type { Answering } from "../../store/people/answering-groups.ts";
import type { Store } from "../../store/store.ts";
import type { Recipient } from "./plan-deliveries.ts";

/** This many people are read and told at once, which bounds memory and the reads of an expansion. */
export const peopleAtOnce = 200;

/**
 * Finds everybody who is told of a notification, some at a time: the people who said how they are reached, and for whom it
 * waits now.
 */
export function createRecipientsOf(
  store: Pick<Store, "contacts" | "inquiry">,
  answering: Pick<Answering, "membersOf">,
) {
  return async function* (
    { project, ...about }: Notification,
    reasons?: readonly NotificationReason[],
  ): AsyncGenerator<readonly Recipient[]> {
    const isQuestion = about.relatedResourceType === "agent_question";
    const inquiry = isQuestion ? await store.inquiry(about.relatedResourceId) : undefined;
    const all = reasons ?? (inquiry ? [{ channels: channelsSoFar(inquiry) }] : []);
    // If no channel tells of it, nobody has to be read.
    if (all.length > 0 && all.every(({ channels }) => channels?.length === 0)) return;
    const people = await store.contacts.people(project);
    const whom = inquiry && waitsFor(inquiry);
    for (let at = 0; at < people.length; at += peopleAtOnce) {
      const members = await answering.membersOf(project, people.slice(at, at + peopleAtOnce));
      yield members
        .filter((member) => isWaitedFor(whom, member))
        .flatMap((member) => {
          const own = reasons ? ownReason(reasons, member) : firstReason(project, inquiry);
          return own ? [{ person: member.by, ...own }] : [];
        });
    }
  };
}

type Reason = Omit<Recipient, "person">;

/** Why everybody is told, by the channels that have told of it so far. */
function firstReason(project: string, inquiry: InquiryRecord | undefined): Reason {
  const why = `You may answer what agents of the project ${project} ask.`;
  return { why, channels: inquiry && channelsSoFar(inquiry) };
}

/** Why somebody is told again, by the reason that names them if one does; undefined where all reasons are those of others. */
function ownReason(reasons: readonly NotificationReason[], member: Member): Reason | undefined {
  const [own] = reasons
    .filter(({ to }) => isInAudience(to, member))
    .sort((a, b) => Number(b.to !== undefined) - Number(a.to !== undefined));
  return own && { why: reasonText(own), channels: own.channels };
}

function reasonText({ cause }: NotificationReason): string {
  switch (cause) {
    case "reminded":
      return "Nobody has answered yet, and this reminds everybody who may.";
    case "escalated":
      return "Nobody has answered in time, and now you are asked.";
    case "assigned":
      return "It was assigned to you.";
  }
}
