import type { Clock } from "../../clock.ts";
import type { Contact } from "../../store/contacts.ts";
import type { Address } from "../deliver/channel.ts";
import type { Sent } from "../notice-sender.ts";
import type { SlackApi } from "./slack-api.ts";

/** Who people are in Slack, and in which workspace the app is. */
export interface SlackUsers {
  /** The id of the user that an address names. */
  idOf(address: string, signal: AbortSignal): Promise<Found>;
  /** The id of the workspace to which the token belongs. */
  teamId(signal: AbortSignal): Promise<Found>;
}

export type Found = { readonly ok: true; readonly id: string } | { readonly ok: false; readonly sent: Sent };

/** Slack limits how often it is asked for a user, and one mail address belongs to one user for longer than this. */
const rememberedMs = 10 * 60_000;
const maxRemembered = 10_000;

/** The user that a person named, or else the one who has their mail address. */
export function slackAddressesOf({ slackUserId, email }: Contact): readonly Address[] {
  const address = slackUserId ?? email;
  return address === undefined ? [] : [{ address, lane: "slack" }];
}

export function createSlackUsers(api: SlackApi, clock: Pick<Clock, "elapsed">): SlackUsers {
  const idByMail = new Map<string, { readonly id: string; readonly at: number }>();
  let team: string | undefined;

  return {
    async idOf(address, signal) {
      if (!address.includes("@")) return { ok: true, id: address };
      const known = idByMail.get(address);
      if (known && clock.elapsed() - known.at < rememberedMs) return { ok: true, id: known.id };
      const reply = await api.call("users.lookupByEmail", { email: address }, signal);
      if (!reply.ok)
        return {
          ok: false,
          sent: reply.error === "users_not_found" ? { outcome: "dead", failure: "no-address" } : reply.sent,
        };
      const id = idIn(reply.body.user);
      if (idByMail.size >= maxRemembered) idByMail.clear();
      idByMail.set(address, { id, at: clock.elapsed() });
      return { ok: true, id };
    },
    async teamId(signal) {
      if (team === undefined) {
        const reply = await api.call("auth.test", {}, signal);
        if (!reply.ok) return { ok: false, sent: reply.sent };
        team = String(reply.body.team_id);
      }
      return { ok: true, id: team };
    },
  };
}

function idIn(user: unknown): string {
  return String((user as { readonly id?: unknown } | undefined)?.id ?? "");
}
