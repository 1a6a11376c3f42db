import { type Client, createClient } from "@askback/client";
import type * as wire from "@askback/core/wire";
import { nameCommands } from "../output/command-name.ts";
import type { Connection } from "../settings/connection.ts";
import type { TerminalSettings } from "../settings/terminal-settings.ts";
import { connect, orThrow } from "./connect.ts";
import { CommandError, exitCodeOf, exitCodes } from "./exit-code.ts";
import { named } from "./name-of.ts";
import { openPrompt, type Prompt } from "./prompt.ts";
import { refusalText, sendResolving } from "./resolve.ts";
import { jsonOutput } from "./text/json-output.ts";
import { answerOutput, remarksOf, resolutionSentence } from "./text/resolution-text.ts";
import { watchChanges } from "./watch-changes.ts";

interface Waiting {
  readonly connection: Connection;
  readonly terminal: TerminalSettings;
  readonly timeoutMs: number | undefined;
  readonly isJson: boolean;
}

/** Asks, waits for the first answer from anywhere, also of the person at this terminal, and prints it. */
export async function askAndWait(
  client: Client,
  body: wire.AskInquiry,
  { connection, terminal, timeoutMs, isJson }: Waiting,
): Promise<void> {
  const answerer = terminal.isInteractive ? await answeringClient(connection) : undefined;
  const stop = new AbortController();
  const interrupt = () => stop.abort("interrupted");
  process.once("SIGINT", interrupt);
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => stop.abort("timeout"), timeoutMs);
  let inquiry: wire.Inquiry | undefined;
  let prompt: Promise<Prompt> | undefined;
  let stopWatching = () => {};

  const onProgress = (read: wire.Inquiry) => {
    const isFirst = inquiry === undefined;
    inquiry = read;
    if (read.resolution || stop.signal.aborted) return;
    if (isFirst && answerer) prompt = openInline(read, answerer);
    else if (isFirst) process.stderr.write(nameCommands(waitingText(read)));
  };

  async function openInline(asked: wire.Inquiry, answering: Client): Promise<Prompt> {
    const opened = await openPrompt({
      inquiry: asked,
      terminal,
      now: client.now,
      async send(resolving) {
        const sent = await sendResolving(answering, asked.id, resolving);
        return sent.ok ? undefined : refusalText(sent.error);
      },
    });
    stopWatching = watchChanges(answering, asked, opened.update);
    void opened.ended.then((how) => how === "left" && interrupt());
    return opened;
  }

  const reply = await client.ask(body, { signal: stop.signal, onProgress });
  clearTimeout(timer);
  process.off("SIGINT", interrupt);
  await (await prompt)?.close();
  stopWatching();
  if (stop.signal.aborted && !reply.ok) throw stillOpen(inquiry, body, stop.signal.reason);
  await report(client, orThrow(reply, connection.url), isJson);
}

/** Prints how the inquiry ended: the answer on stdout, all else on stderr; the exit code says it to a script. */
async function report(client: Client, inquiry: wire.Inquiry, isJson: boolean): Promise<void> {
  const { resolution } = inquiry;
  if (!resolution) return;
  const output = answerOutput(inquiry);
  if (isJson) process.stdout.write(jsonOutput(inquiry));
  else if (output !== "") process.stdout.write(`${output}\n`);
  const isAnswer = resolution.type === "answered" || resolution.type === "answered-in-chat";
  process.exitCode = exitCodeOf(resolution.type);
  const ending = isAnswer ? [] : [resolutionSentence(await named(client, resolution))];
  for (const line of [...ending, ...remarksOf(inquiry)]) process.stderr.write(`${line}\n`);
}

/** A client that may answer, where this terminal has a key for that. */
async function answeringClient(connection: Connection): Promise<Client | undefined> {
  const { url, answerKey } = connection;
  if (answerKey === undefined) return undefined;
  try {
    await connect(connection, "answer");
  } catch (error) {
    if (error instanceof CommandError) return undefined;
    throw error;
  }
  return createClient({ url, key: answerKey, via: "terminal" });
}

function waitingText({ id }: wire.Inquiry): string {
  return `Asked, and waiting for an answer: ${id}\n`;
}

function stillOpen(inquiry: wire.Inquiry | undefined, { key }: wire.AskInquiry, reason: unknown): CommandError {
  const isTimeout = reason === "timeout";
  const code = isTimeout ? exitCodes.stillOpen : exitCodes.interrupted;
  if (!inquiry)
    return new CommandError(
      "the question was not asked",
      "The server was not reached in time.",
      isTimeout ? exitCodes.serverDown : code,
    );
  const again = key === undefined ? "" : ", or ask again with the same --key";
  return new CommandError(
    `${isTimeout ? "nobody answered in time" : "interrupted"}; the question stays open: ${inquiry.id}`,
    `Answer it with \`askback answer ${inquiry.id}\`, see it in \`askback inbox\`${again}.`,
    code,
  );
}
