import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { canRetry, type EventOf } from "@askback/core";
import { expect, test } from "vitest";
import { createLogger, createServerLog } from "../../packages/cli/src/output/log.ts";
import { createI18n } from "../../packages/react/src/i18n/i18n.ts";
import { failureAdvice, failureText } from "../../packages/react/src/text/failure-text.ts";
import { failureEntryOf } from "../../packages/server/src/failure-entry.ts";
import { type Fault, filtered, lasting, passing } from "./faults.ts";
import { anthropic } from "./protocol/anthropic.ts";
import { startProviderRuntime } from "./provider-runtime.ts";
import { createTestRuntime, type RuntimeConversation } from "./test-runtime.ts";

const page = fileURLToPath(new URL("../../docs/failures.md", import.meta.url));
const begin = "<!-- The table is written by a test. -->";
const end = "<!-- The end of the table. -->";
const agent = { name: "worker", instructions: "Work.", model: anthropic.model };
const i18n = createI18n();

type FailureEvent = EventOf<"model.failed" | "run.failed">;

test("[FAILURE-8] docs/failures.md says what a person reads and what the log says of each fault; `npx vitest run test/providers/failure-page --update` writes it", async () => {
  const rows: string[] = [];
  for (const fault of [...passing, ...lasting, filtered]) rows.push(await rowOf(fault.name, await failureOf(fault)));
  const tooLong = await startProviderRuntime(anthropic);
  tooLong.server.setWindow(1);
  rows.push(await rowOf("a prompt that is too long", await firstFailure(await tooLong.start("Go."))));
  for (const [name, model] of [
    ["no API key", anthropic.model],
    ["an unknown provider", "acme/large"],
  ] as const) {
    const runtime = createTestRuntime({ agent: { ...agent, model } });
    rows.push(await rowOf(name, await firstFailure(await runtime.start("Go."))));
  }
  const head = ["| the provider's fault | a person reads | and can | the log says |", "|---|---|---|---|"];
  const text = readFileSync(page, "utf8");
  const [before = "", rest = ""] = text.split(begin);
  const after = rest.split(end)[1] ?? "";
  await expect(`${before}${begin}\n\n${[...head, ...rows].join("\n")}\n\n${end}${after}`).toMatchFileSnapshot(page);
});

async function failureOf({ reply, kind }: Fault): Promise<FailureEvent> {
  const { server, start } = await startProviderRuntime(anthropic);
  server.queueReplies(reply);
  const event = await firstFailure(await start("Go."));
  expect(event.error.kind).toBe(kind);
  return event;
}

async function firstFailure(conversation: RuntimeConversation): Promise<FailureEvent> {
  await conversation.waitUntil((now) => now.status === "failed" || (now.status === "thinking" && now.attempt > 1));
  const found = (await conversation.events()).find(
    (event): event is FailureEvent => event.type === "model.failed" || event.type === "run.failed",
  );
  if (!found) throw new Error("nothing failed");
  return found;
}

async function rowOf(name: string, event: FailureEvent): Promise<string> {
  const t = (id: string, values?: Record<string, unknown>) => i18n._(id, values);
  const isRetried = event.type === "model.failed";
  const next = isRetried ? t("failure.next", { when: "12:00:01" }) : failureAdvice(event.error, t);
  const offered = isRetried || canRetry(event.error.kind) ? t("failure.try-now") : "write";
  return `| ${name} | ${failureText(event.error, t)} ${next} | ${offered} | \`${logLine(event)}\` |`;
}

/** What the log says, without ids and times. */
function logLine(event: FailureEvent): string {
  const lines: string[] = [];
  const log = createServerLog(createLogger("info", { write: (line) => lines.push(line) }));
  const entry = failureEntryOf(event, { id: "conv_1", agent: "worker" }, new Map([[agent.name, agent]]));
  if (entry) log.failure(entry);
  const { msg, kind, status, attempt } = JSON.parse(lines[0] ?? "{}");
  return [msg, `kind=${kind}`, ...(status === undefined ? [] : [`status=${status}`]), `attempt=${attempt}`].join(" ");
}
