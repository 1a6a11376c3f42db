import { createCanUseTool } from "@askback/adapters/claude-agent-sdk";
import { createClient } from "@askback/client";
import { runClaude, type SessionOptions } from "../../../clients/claude-session.ts";

/** The argument of the program. */
export interface ProgramOptions extends SessionOptions {
  /** Where people decide; without it the process that started the program does. */
  readonly askback: { readonly url: string; readonly key: string; readonly thread: string } | undefined;
}

/** What the program tells the process that started it. */
export type Told =
  | { readonly type: "session"; readonly id: string }
  | { readonly type: "asked"; readonly id: string; readonly input: { readonly command: string } }
  | { readonly type: "ended" };

/** What was decided about a call, in the form of the SDK. */
export interface Decision {
  readonly id: string;
  readonly result: object;
}

const { askback, options, ...session }: ProgramOptions = JSON.parse(process.argv[2] ?? "{}");
const deciders = new Map<string, (result: object) => void>();
const tell = (told: Told) => process.send?.(told);
process.on("message", ({ id, result }: Decision) => deciders.get(id)?.(result));

/** As the guide of the SDK describes it: it shows the call to a person and waits for the decision, in memory. */
function showCall(_tool: string, input: { readonly command: string }, { toolUseID: id }: { toolUseID: string }) {
  return new Promise((resolve) => {
    deciders.set(id, resolve);
    tell({ type: "asked", id, input });
  });
}

const canUseTool = askback ? createCanUseTool({ client: createClient(askback), thread: askback.thread }) : showCall;
for await (const message of runClaude({ ...session, options: { ...options, canUseTool } }))
  if (message.type === "system" && message.subtype === "init") tell({ type: "session", id: message.session_id });
tell({ type: "ended" });
process.disconnect();
