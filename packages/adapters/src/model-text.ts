import { type Contract, contractByName, externalNotice } from "@askback/core";
import type * as wire from "@askback/core/wire";

/** The result of a call, in the words that models read in Askback's own runtime. */
export interface ModelText {
  readonly status: "ok" | "error";
  readonly text: string;
}

const times = { parseTime: Date.parse };

/** What the model reads about a resolution as the result of its call. */
export function resultOf(contract: Contract, inquiry: wire.Inquiry): ModelText {
  const { resolution } = inquiry;
  const notice = externalNotice(contract, inquiry, times);
  if (notice?.as !== "result") throw new Error(`a call of ${inquiry.contract} has no result`);
  const status = notice.status === "ok" ? "ok" : "error";
  // There is no next message here that could hold what the person wrote.
  if (resolution?.type === "answered-in-chat" && resolution.text !== undefined)
    return { status, text: `${notice.text}\n\n${resolution.text}` };
  return { status, text: notice.text };
}

/** Whether the call may run, and what the model is told. Anything but an explicit allow means that it does not. */
export function permissionOf(inquiry: wire.Inquiry): { readonly isAllowed: boolean; readonly text?: string } {
  const notice = externalNotice(contractByName("approval"), inquiry, times);
  switch (notice?.as) {
    case "permission":
      return { isAllowed: true, ...(notice.remark !== undefined && { text: notice.remark }) };
    case "result":
      return { isAllowed: false, text: notice.text };
    default:
      throw new Error("an approval is a permission or a result");
  }
}
