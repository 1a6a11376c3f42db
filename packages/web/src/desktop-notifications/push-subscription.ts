import type { PushSubscription as SubscriptionBody } from "@askback/core/wire";
import { keepOwnSubscription, ownSubscription, personOfSubscription } from "./own-subscription.ts";

/** Why this browser cannot be switched on. */
export type PushRefusal = "unsupported" | "insecure" | "denied" | "dismissed" | "service";

/** Whether a browser could be asked at all, before a person presses anything. */
export function pushRefusal(): Exclude<PushRefusal, "dismissed" | "service"> | undefined {
  if (!isSecureContext) return "insecure";
  if (!("PushManager" in globalThis) || !("Notification" in globalThis) || !navigator.serviceWorker)
    return "unsupported";
  return Notification.permission === "denied" ? "denied" : undefined;
}

/** Asks for permission and subscribes with the server's key. It is called for a press alone, as browsers want. */
export async function subscribeToPush(pushKey: string): Promise<SubscriptionBody | PushRefusal> {
  const refusal = pushRefusal();
  if (refusal) return refusal;
  const permission = await Notification.requestPermission();
  if (permission !== "granted") return permission === "denied" ? "denied" : "dismissed";
  try {
    // The page registers it too, and whoever comes first does it.
    await navigator.serviceWorker.register("/sw.js");
    const registration = await navigator.serviceWorker.ready;
    const { endpoint, keys } = (await subscribe(registration.pushManager, pushKey)).toJSON();
    if (endpoint === undefined || !keys?.p256dh || !keys.auth) return "service";
    return { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } };
  } catch {
    return "service";
  }
}

async function subscribe(manager: PushManager, applicationServerKey: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey };
  try {
    return await manager.subscribe(options);
  } catch (error) {
    // A subscription with the key of another server, or of this one before its secret changed, is in the way.
    const other = await manager.getSubscription();
    if (!other) throw error;
    await other.unsubscribe();
    return manager.subscribe(options);
  }
}

/** Whether this browser has a subscription, whatever the server knows of it. */
export async function hasSubscription(): Promise<boolean> {
  const registration = await navigator.serviceWorker?.getRegistration();
  return (await registration?.pushManager?.getSubscription()) != null;
}

export async function unsubscribeFromPush(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
}

/** Ends the subscription of another person, who did not sign out before this one signed in. */
export async function endSubscriptionOfOthers(person: string): Promise<void> {
  const id = ownSubscription();
  if (id === undefined) return;
  const owner = personOfSubscription() ?? person;
  if (owner === person) return keepOwnSubscription({ id, person });
  try {
    await unsubscribeFromPush();
    keepOwnSubscription(undefined);
  } catch {
    // The next page tries again.
  }
}
