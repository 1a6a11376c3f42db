import type { Askback } from "@askback/react";

/** Takes the cookie away, then all that a person wrote and did not send; gives whether they are out. */
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
