import { isWaitedFor, type Notification, waitsFor } from "@askback/core";
import { answeringGroups } from "../../store/people/answering-groups.ts";
import type { Store } from "../../store/store.ts";
import type { Recipient } from "./plan-deliveries.ts";

/** Finds everybody who is told of a notification: the people who said how they are reached, and for whom it waits now. */
export function createRecipientsOf(store: Pick<Store, "contacts" | "directory" | "inquiry">) {
  return async ({ project, ...about }: Notification): Promise<readonly Recipient[]> => {
    const people = await store.contacts.people(project);
    const isQuestion = about.relatedResourceType === "agent_question";
    const inquiry = isQuestion ? await store.inquiry(about.relatedResourceId) : undefined;
    const whom = inquiry && waitsFor(inquiry);
    const told: Recipient[] = [];
    for (const person of people) {
      const groups = await answeringGroups(store.directory, project, person);
      if (groups && isWaitedFor(whom, { by: person, groups }))
        told.push({ person, why: `You may answer what agents of the project ${project} ask.` });
    }
    return told;
  };
}
