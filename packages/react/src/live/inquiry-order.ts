import type { Inquiry } from "@askback/core/wire";

export function isSettled({ status }: Pick<Inquiry, "status">): boolean {
  return status !== "open" && status !== "held";
}

/** Whether what was read of an inquiry is older than what is shown of it. Only a person who takes it back opens a held one again. */
export function isOlder(read: Inquiry, shown: Inquiry, { wasReopened }: { readonly wasReopened: boolean }): boolean {
  if (isSettled(shown)) return !isSettled(read);
  if (read.revision < shown.revision) return true;
  return shown.status === "held" && read.status === "open" && !wasReopened;
}
