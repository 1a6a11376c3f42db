import type { Askback } from "@askback/react";

/** Removes the session cookie, then everything that the person wrote and did not send; false if the cookie could not be removed. */
export async function signOut(drafts: Pick<Askback["drafts"], "wipe">): Promise<boolean> {
  try {
    const response = await fetch("/sign-out", { method: "POST" });
    if (!response.ok) return false;
  } catch {
    return false;
  }
  await drafts.wipe();
  return true;
}
