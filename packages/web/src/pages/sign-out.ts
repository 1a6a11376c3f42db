import type { Askback } from "@askback/react";
import { keepOwnSubscription } from "../desktop-notifications/own-subscription.ts";
import { unsubscribeFromPush } from "../desktop-notifications/push-subscription.ts";

/** Removes the session cookie, then everything that the person wrote and did not send; false if the cookie could not be removed. */
export async function signOut(drafts: Pick<Askback["drafts"], "wipe">): Promise<boolean> {
  try {
    const response = await fetch("/sign-out", { method: "POST" });
    if (!response.ok) return false;
  } catch {
    return false;
  }
  // Whoever uses this browser next is not shown the questions of this person.
  await unsubscribeFromPush().catch(() => {});
  keepOwnSubscription(undefined);
  await drafts.wipe();
  return true;
}
