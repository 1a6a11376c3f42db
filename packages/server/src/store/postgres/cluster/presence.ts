import type { Drafting, Presence } from "../../presence.ts";
import type { Database } from "../connection/database.ts";
import type { Notifications } from "./notifications.ts";

/** Presence as notifications between servers; it is stored nowhere. */
export function createSharedPresence(
  database: Database,
  notifications: Pick<Notifications, "listen" | "senderId">,
  onError: (error: unknown) => void,
): Presence {
  const notify = database.prepared("askback_drafting", "select pg_notify('askback_drafting', $1 || ' ' || $2)");
  return {
    publish(drafting) {
      notify([notifications.senderId, encode(drafting)]).catch(onError);
    },
    subscribe: (listener) =>
      notifications.listen("askback_drafting", (payload) => payload !== undefined && listener(decode(payload))),
  };
}

/** A space separates the parts of a notification, so the payload must not contain one. */
function encode(drafting: Drafting): string {
  return Buffer.from(JSON.stringify(drafting)).toString("base64url");
}

function decode(payload: string): Drafting {
  return JSON.parse(Buffer.from(payload, "base64url").toString()) as Drafting;
}
