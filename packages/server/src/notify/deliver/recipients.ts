import { isInAudience, isWaitedFor, type Member, type Notification, type RaiseReason, waitsFor } from "@askback/core";
import { answeringGroups } from "../../store/people/answering-groups.ts";
import type { Store } from "../../store/store.ts";
import type { Recipient } from "./plan-deliveries.ts";

/** Finds everybody who is told of a notification: the people who said how they are reached, and for whom it waits now. */
export function createRecipientsOf(store: Pick<Store, "contacts" | "directory" | "inquiry">) {
  return async (
    { project, ...about }: Notification,
    reasons?: readonly RaiseReason[],
  ): Promise<readonly Recipient[]> => {
    const people = await store.contacts.people(project);
    const isQuestion = about.relatedResourceType === "agent_question";
    const inquiry = isQuestion ? await store.inquiry(about.relatedResourceId) : undefined;
    const whom = inquiry && waitsFor(inquiry);
    const told: Recipient[] = [];
    for (const person of people) {
      const groups = await answeringGroups(store.directory, project, person);
      if (!groups || !isWaitedFor(whom, { by: person, groups })) continue;
      const why = whyTold(project, { by: person, groups }, reasons);
      if (why !== undefined) told.push({ person, why });
    }
    return told;
  };
}

/** Why somebody is told, by the reason that names them if one does; undefined where all reasons are those of others. */
function whyTold(project: string, member: Member, reasons?: readonly RaiseReason[]): string | undefined {
  if (!reasons) return `You may answer what agents of the project ${project} ask.`;
  const own = reasons
    .filter(({ to }) => isInAudience(to, member))
    .sort((a, b) => Number(b.to !== undefined) - Number(a.to !== undefined))[0];
  switch (own?.cause) {
    case undefined:
      return undefined;
    case "reminded":
      return "Nobody has answered yet, and this reminds everybody who may.";
    case "escalated":
      return "Nobody has answered in time, and now you are asked.";
    case "assigned":
      return "It was assigned to you.";
  }
}
