import { type InquiryRecord, isInAudience } from "@askback/core";
import type { Slack } from "../../notify/slack/slack.ts";
import type { Reader } from "../../store/notifications.ts";
import type { Answering } from "../../store/people/answering-groups.ts";
import type { Store } from "../../store/store.ts";
import type { SlackPayload } from "./slack-payload.ts";

/** A question that was sent to whoever acts now. */
export interface Asked {
  readonly who: Reader;
  readonly record: InquiryRecord;
}

export type FoundAsked =
  | { readonly type: "asked"; readonly asked: Asked }
  /** It was sent to somebody else, or there is no such question any more. */
  | { readonly type: "not-theirs" }
  /** Slack could not say who it is. */
  | { readonly type: "unclear" };

export interface FindAskedOptions {
  readonly store: Pick<Store, "notices" | "contacts" | "inquiry">;
  readonly answering: Pick<Answering, "groupsOf">;
  readonly slack: Pick<Slack, "users"> & { readonly channel: Pick<Slack["channel"], "name" | "addressesOf"> };
}

/**
 * Finds the question of a delivery for whoever acts. They act for the person to whom it was sent, and only while that
 * person may answer it and is reached at this user of Slack, in the workspace to which the app belongs: a button says nothing
 * of who presses it, and a dialog shows words that who has left does not read any more.
 */
export async function findAsked(
  { store, answering, slack }: FindAskedOptions,
  { user, team }: SlackPayload,
  deliveryId: string,
  signal: AbortSignal,
): Promise<FoundAsked> {
  const workspace = await slack.users.teamId(signal);
  if (!workspace.ok) return { type: "unclear" };
  const teams = [team?.id, user.team_id].filter((id) => id !== undefined);
  if (teams.length === 0 || teams.some((id) => id !== workspace.id)) return { type: "not-theirs" };
  const delivery = await store.notices.find(deliveryId);
  if (delivery?.channel !== slack.channel.name || delivery.inquiryId === undefined) return { type: "not-theirs" };
  const who = { project: delivery.project, person: delivery.recipient };
  const contact = await store.contacts.find(who);
  const address = contact && slack.channel.addressesOf(contact).find((one) => one.address === delivery.url);
  if (!address) return { type: "not-theirs" };
  const bound = await slack.users.idOf(address.address, signal);
  if (!bound.ok) return { type: "unclear" };
  if (bound.id !== user.id) return { type: "not-theirs" };
  const [record, groups] = await Promise.all([
    store.inquiry(delivery.inquiryId),
    answering.groupsOf(who.project, who.person),
  ]);
  const isTheirs =
    record?.project === who.project && groups && isInAudience(record.audience, { by: who.person, groups });
  return isTheirs ? { type: "asked", asked: { who, record } } : { type: "not-theirs" };
}
