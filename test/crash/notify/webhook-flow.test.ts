import { type Client, createClient, type Reply } from "@askback/client";
import { test } from "vitest";
import { type Received, startReceiver } from "../../../packages/server/src/notify/testing/receiver.ts";
import { type CrashHost, createCrashHost } from "../crash-host.ts";
import type { CrashPoint } from "../crash-point.ts";

const commits = ["conversation.started", "inquiry.resolved"];
const points: readonly CrashPoint[] = [
  ...commits.flatMap((_, index) =>
    (["before", "inside", "after"] as const).map((when): CrashPoint => `${when} commit ${index + 1}`),
  ),
  "after notice-claim 1",
  "before settlement 1",
  "after settlement 1",
  "after notice-claim 2",
  "before settlement 2",
  "after settlement 2",
];

test.concurrent.for(points)(
  "[WEBHOOK-9] killed %s, every change of an ask is told, each under one id",
  async (point, { expect }) => {
    const receiver = await startReceiver();
    const host = createCrashHost([point]);
    const ask = { question: "Deploy?", options: ["Yes", "No"], key: "deploy", webhook: receiver.url };
    const asked = await throughCrashes(host, "ask", (client) => client.inquiries.ask(ask));
    await receiver.until((received) => typesOf(received).has("inquiry.asked"));
    const answer = { answers: [{ question: "q1", options: ["o1"] }] };
    await throughCrashes(host, "answer", (client) => client.inquiries.answer(asked.id, answer, { key: "answer" }));
    await receiver.until((received) => typesOf(received).has("inquiry.resolved"));
    const ids = Map.groupBy(receiver.received, ({ body }) => JSON.parse(body).type);
    const idsByType = [...ids].map(([type, messages]) => [type, new Set(messages.map(idOf)).size]);
    expect(Object.fromEntries(idsByType)).toEqual({ "inquiry.asked": 1, "inquiry.resolved": 1 });
    await expect
      .poll(async () => {
        const listed = await throughCrashes(host, "ask", (client) => client.inquiries.notices(asked.id));
        return listed.items.map(({ type, status }) => [type, status]);
      })
      .toEqual([
        ["inquiry.asked", "delivered"],
        ["inquiry.resolved", "delivered"],
      ]);
    expect(host.crashes).toBe(1);
    await host.stop();
    await receiver.close();
  },
);

/** Sends a request, again to the next process where the one before was killed meanwhile. */
async function throughCrashes<Value>(
  host: CrashHost,
  key: "ask" | "answer",
  request: (client: Client) => Reply<Value>,
): Promise<Value> {
  for (;;) {
    const server = await host.server();
    const reply = await request(createClient({ url: server.url, key: server.keys[key] }));
    if (reply.ok) return reply.value;
    await host.death(server);
  }
}

function typesOf(received: readonly Received[]): ReadonlySet<string> {
  return new Set(received.map(({ body }) => JSON.parse(body).type));
}

function idOf({ headers }: Received): string {
  return String(headers["webhook-id"]);
}
