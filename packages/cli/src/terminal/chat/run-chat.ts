import type { Client } from "@askback/client";
import { readableName } from "@askback/core";
import type * as wire from "@askback/core/wire";
import { nameCommands } from "../../output/command-name.ts";
import type { TerminalSettings } from "../../settings/terminal-settings.ts";
import { askPerson } from "../ask-person.ts";
import { orThrow } from "../connect.ts";
import { CommandError, exitCodes } from "../exit-code.ts";
import { createLineReader, type LineReader } from "../lines/line-reader.ts";
import { agreementOf } from "../text/inquiry-text.ts";
import { paintLine, span } from "../text/line.ts";
import { safeLine, safeText } from "../text/safe-text.ts";
import { createReplyPrinter, type ReplyPrinter } from "./reply-printer.ts";

interface Chat {
  readonly agent: string;
  readonly terminal: TerminalSettings;
  /** The conversation to continue. */
  readonly conversationId: string | undefined;
  /** Said first, before anything is read. */
  readonly message: string | undefined;
}

/** Talks with an agent until the input ends: messages in, replies out as they stream, and questions where they come. */
export async function runChat(client: Client, { agent, terminal, conversationId, message }: Chat): Promise<void> {
  const printer = createReplyPrinter((text) => void process.stdout.write(text));
  const note = (text: string) => void process.stderr.write(`${paintLine([span(text, "quiet")], terminal)}\n`);
  const isByLines = terminal.isLineByLine || !terminal.isInteractive;
  // Piped lines that arrived are kept by one reader; a card needs the keyboard for itself.
  const shared = isByLines ? createLineReader(terminal.isInteractive) : undefined;
  let id = conversationId;
  const onInterrupt = () => {
    process.stderr.write(`\n${leaveText(agent, id)}\n`);
    process.exit(exitCodes.interrupted);
  };
  process.on("SIGINT", onInterrupt);

  async function settle(started: string): Promise<void> {
    for (;;) {
      const conversation = await followRun(client, started, printer);
      const { status, error, reason } = conversation;
      if (status === "failed") note(`The agent failed: ${safeText(error?.message ?? "")}`);
      if (status === "paused") note(`Paused: ${safeText(reason ?? "")}`);
      if (status !== "parked" || !conversation.inquiry) return;
      // Who may answer is said of an inquiry alone.
      const inquiry = orThrow(await client.inquiries.get(conversation.inquiry.id));
      if (inquiry.resolution) continue;
      if (inquiry.mayAnswer === false) {
        note([agreementOf(inquiry), "It waits for others. Ctrl+C leaves."].join(" ").trim());
        orThrow(await client.untilResolved(inquiry.id));
        continue;
      }
      const how = await askPerson(client, inquiry, { terminal, ...(shared && { reader: shared }) });
      if (how === "left") throw stillOpen(inquiry, terminal);
    }
  }

  if (id !== undefined) {
    const read = orThrow(await client.conversations.transcript(id, { limit: 20 }));
    printer.finish(read.items);
    await settle(id);
  } else note(`Chat with ${readableName(safeLine(agent))}. Ctrl+D ends it.`);
  let said = message;
  for (;;) {
    said ??= await readMessage(shared, terminal);
    if (said === undefined) break;
    const text = said;
    said = undefined;
    if (text.trim() === "") continue;
    const sent: wire.Conversation =
      id === undefined
        ? orThrow(await client.conversations.start({ agent, message: text }))
        : orThrow(await client.conversations.send(id, { text }));
    id = sent.id;
    await settle(id);
  }
  shared?.close();
  process.off("SIGINT", onInterrupt);
  // The end of the input leaves the cursor behind the prompt.
  if (terminal.isInteractive) process.stderr.write("\n");
  if (id !== undefined) note(leaveText(agent, id));
}

async function readMessage(shared: LineReader | undefined, terminal: TerminalSettings): Promise<string | undefined> {
  const reader = shared ?? createLineReader(true);
  const line = await reader.read(paintLine([span("› ", "accent")], terminal));
  if (!shared) reader.close();
  return line;
}

function leaveText(agent: string, id: string | undefined): string {
  return id === undefined
    ? "Nothing was sent."
    : nameCommands(`Go on with: askback chat ${safeLine(agent)} --conversation ${id}`);
}

function stillOpen({ id }: wire.Inquiry, { isInteractive }: TerminalSettings): CommandError {
  return new CommandError(
    `the agent waits for an answer; the question stays open: ${id}`,
    `Answer it with \`askback answer ${id}\`.`,
    isInteractive ? exitCodes.interrupted : exitCodes.stillOpen,
  );
}

/** Statuses in which the agent does nothing until somebody acts. */
const resting: readonly wire.Conversation["status"][] = ["idle", "parked", "paused", "failed"];

/** Prints what the agent writes as it writes it, until the conversation rests. */
async function followRun(client: Client, id: string, printer: ReplyPrinter): Promise<wire.Conversation> {
  const events = client.events({ conversations: [id] });
  for await (const event of events) {
    if (event.type === "text.streamed") {
      printer.stream(event);
      continue;
    }
    if (event.type === "draft.saved") continue;
    const conversation = orThrow(await client.conversations.get(id));
    if (conversation.live) printer.stream({ ...conversation.live, offset: 0, delta: conversation.live.text });
    if (!resting.includes(conversation.status)) continue;
    printer.finish(orThrow(await client.conversations.transcript(id, { limit: 20 })).items);
    events.close();
    return conversation;
  }
  throw new Error("the events ended before the conversation rested");
}
