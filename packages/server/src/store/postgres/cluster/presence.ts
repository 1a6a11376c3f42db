import type { Drafting, Presence } from "../../presence.ts";
import type { Database } from "../connection/database.ts";
import type { NotifyChannel } from "./notify-channel.ts";

/** Presence as notifications between servers; it is stored nowhere. */
export function createSharedPresence(
  database: Database,
  notifyChannel: Pick<NotifyChannel, "listen" | "senderId">,
  onError: (error: unknown) => void,
): Presence {
  const notify = database.prepared("askback_drafting", "select pg_notify('askback_drafting', $1 || ' ' || $2)");
  return {
    publish(drafting) {
      notify([notifyChannel.senderId, encode(drafting)]).catch(onError);
    },
    subscribe: (listener) =>
      notifyChannel.listen("askback_drafting", (payload) => payload !== undefined && listener(decode(payload))),
  };
}

/** A space separates the parts of a notification, so the payload must not contain one. */
function encode(drafting: Drafting): string {
  return Buffer.from(JSON.stringify(drafting)).toString("base64url");
}

function decode(payload: string): Drafting {
  return JSON.parse(Buffer.from(payload, "base64url").toString()) as Drafting;
}
