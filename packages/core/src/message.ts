import type { ProviderData, ToolCall, ToolResult } from "./tool-call.ts";

/** A piece of a message. Reasoning and provider data go back to the provider as they came. */
export type Part =
  | {
      readonly type: "text";
      readonly text: string;
      /** Set for what only the model reads. */
      readonly visibility?: "model";
      readonly provider?: ProviderData;
    }
  | { readonly type: "reasoning"; readonly text: string; readonly provider?: ProviderData }
  | { readonly type: "call"; readonly call: ToolCall }
  | { readonly type: "result"; readonly result: ToolResult };

/** One message of a conversation. `number` orders it for people, `place` for the model. */
export interface Message {
  readonly id: string;
  readonly number: number;
  /** Absent while the message waits in the mailbox: the model has not seen it. */
  readonly place?: number;
  readonly role: "person" | "agent" | "tool";
  readonly at: number;
  readonly by?: string;
  readonly runId?: string;
  /** Of the run, for what a model replied. */
  readonly step?: number;
  /** The inquiry that this message answers, or whose resolution it tells. */
  readonly answers?: string;
  /** Set when a stop cut the reply short. */
  readonly interrupted?: true;
  readonly parts: readonly Part[];
}
