import type { AnswerSet } from "./answer.ts";

/** How an inquiry ended. Final, and each way has its own words for the model. */
export type Resolution =
  | ({ readonly type: "answered"; readonly by: string; readonly at: number } & AnswerSet)
  | { readonly type: "answered-in-chat"; readonly by: string; readonly at: number; readonly messageId: string }
  | { readonly type: "delegated"; readonly by: string; readonly at: number; readonly comment?: string }
  | { readonly type: "declined"; readonly by: string; readonly at: number; readonly comment?: string }
  | { readonly type: "dismissed"; readonly by: string; readonly at: number; readonly comment?: string }
  | { readonly type: "expired"; readonly at: number }
  | { readonly type: "superseded"; readonly at: number; readonly inquiryId: string }
  | { readonly type: "withdrawn"; readonly by: string; readonly at: number };
