import type { FileReference } from "./file.ts";
import type { ProviderData, ToolCall, ToolResult } from "./tool-call.ts";

/** A part of a message. Reasoning and provider data are sent back to the provider unchanged. */
export type Part =
  | {
      readonly type: "text";
      readonly text: string;
      /** Set for text that only the model reads. */
      readonly visibility?: "model";
      readonly provider?: ProviderData;
    }
  | { readonly type: "reasoning"; readonly text: string; readonly provider?: ProviderData }
  | { readonly type: "file"; readonly file: FileReference }
  | { readonly type: "call"; readonly call: ToolCall }
  | { readonly type: "result"; readonly result: ToolResult };

/** One message of a conversation. People see messages by `number`, the model by `place` (its position in the transcript). */
export interface Message {
  readonly id: string;
  readonly number: number;
  /** Absent while the message waits in the mailbox, where the model has not seen it. */
  readonly place?: number;
  readonly role: "person" | "agent" | "tool";
  readonly at: number;
  readonly by?: string;
  readonly runId?: string;
  /** The step of the run, for a reply of the model. */
  readonly step?: number;
  /** The inquiry that this message answers, or whose resolution it reports. */
  readonly answers?: string;
  /** Set when a stop cut the reply short. */
  readonly interrupted?: true;
  readonly parts: readonly Part[];
}
