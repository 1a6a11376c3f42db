import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { systemClock } from "../clock.ts";
import { createCommandRunner } from "../store/testing/command-runner.ts";
import { createManualClock } from "../store/testing/manual-clock.ts";
import { createMemoryStore } from "../store/testing/memory-store.ts";
import { parkWithNotices } from "../store/testing/notice.contract.ts";
import { createNoticeSender } from "./notice-sender.ts";
import { startReceiver, verified } from "./testing/receiver.ts";
import { receiverFor, secrets, startSender } from "./testing/started-sender.ts";

test("[WEBHOOK-3] a message has the headers of Standard Webhooks, and both secrets of a rotation verify it", async () => {
  const receiver = await receiverFor();
  const { tell, untilStatus, clock } = startSender({ url: receiver.url });
  const { id } = await tell("conv_a", {});
  const [message] = await receiver.until(({ length }) => length === 1);
  if (!message) throw new Error("received");
  for (const secret of secrets)
    expect(verified(message, secret)).toMatchObject({
      type: "inquiry.asked",
      timestamp: new Date(clock.now()).toISOString(),
      data: { id, status: "open", questions: [{ text: "Which one?" }] },
    });
  expect(message.headers).toMatchObject({ "webhook-id": "ntc_conv_a0", "content-type": "application/json" });
  await untilStatus("ntc_conv_a0", "delivered");
});

test("[AUDIT-5] the audit has what became of a notice in the end, and not its address", async () => {
  let status = 500;
  const receiver = await receiverFor((response) => response.writeHead(status).end());
  const { tell, untilStatus, untilAttempts, clock, store, sender } = startSender({ url: receiver.url });
  const { id: inquiryId } = await tell("conv_a", {});
  await untilAttempts("ntc_conv_a0", 1);
  const notified = async () =>
    (await store.audit.ofInquiry({ inquiryId, limit: 100 })).items.filter(({ type }) => type === "notified");
  expect(await notified()).toEqual([]);
  status = 204;
  clock.advance(3_600_000);
  sender.wake();
  await untilStatus("ntc_conv_a0", "delivered");
  const entries = await notified();
  expect(entries).toMatchObject([
    {
      inquiryId,
      conversationId: "conv_a",
      facts: {
        channel: "webhook",
        recipient: "ana",
        event: "inquiry.asked",
        outcome: "delivered",
        tries: 2,
        status: 204,
      },
    },
  ]);
  expect(JSON.stringify(entries)).not.toContain(new URL(receiver.url).host);
});

test("[WEBHOOK-3] a receiver refuses a changed body, another id, another time and another secret", async () => {
  const receiver = await receiverFor();
  const { tell } = startSender({ url: receiver.url });
  await tell("conv_a", {});
  const [message] = await receiver.until(({ length }) => length === 1);
  if (!message) throw new Error("received");
  const [secret = ""] = secrets;
  expect(() => verified(message, `whsec_${Buffer.from("of somebody else entirely").toString("base64")}`)).toThrow();
  expect(() => verified({ ...message, body: message.body.replace("Which", "Witch") }, secret)).toThrow();
  for (const [name, value] of [
    ["webhook-id", "ntc_other"],
    ["webhook-timestamp", String(Number(message.headers["webhook-timestamp"]) + 1)],
  ] as const)
    expect(() => verified({ ...message, headers: { ...message.headers, [name]: value } }, secret)).toThrow();
});

test("[WEBHOOK-6] a receiver that fails is tried again under the same id, with growing waits", async () => {
  const statuses = [500, 429, 302, 204];
  const receiver = await receiverFor((response) =>
    response
      .writeHead(statuses.shift() ?? 500, { location: "http://127.0.0.1:1/", "x-words": "secret words" })
      .end("no"),
  );
  const { tell, clock, sender, store, untilAttempts, untilStatus } = startSender();
  await tell("conv_a", { url: receiver.url });
  for (const [index, waitMs] of [5_000, 30_000, 120_000].entries()) {
    await untilAttempts("ntc_conv_a0", index + 1);
    expect(await store.notices.dueIn([])).toBe(waitMs);
    clock.advance(waitMs);
    sender.wake();
  }
  await untilStatus("ntc_conv_a0", "delivered");
  expect(receiver.received.map(({ headers }) => headers["webhook-id"])).toEqual(Array(4).fill("ntc_conv_a0"));
  const notice = await store.notices.find("ntc_conv_a0");
  expect(notice?.attempts.map(({ status }) => status)).toEqual([500, 429, 302, 204]);
  expect(JSON.stringify(notice?.attempts)).not.toContain("words");
});

test("[WEBHOOK-6] 410 ends it at once, and Retry-After is honoured", async () => {
  const receiver = await receiverFor((response, { path }) =>
    path === "/gone" ? response.writeHead(410).end() : response.writeHead(503, { "retry-after": "900" }).end(),
  );
  const { tell, store, untilStatus, untilAttempts } = startSender();
  const at = (path: string) => ({ url: new URL(path, receiver.url).href });
  await tell("conv_a", at("/gone"), at("/busy"));
  await untilStatus("ntc_conv_a0", "dead");
  await untilAttempts("ntc_conv_a1", 1);
  expect(await store.notices.dueIn([])).toBe(900_000);
});

test("[WEBHOOK-6] after three days it is dead", async () => {
  const receiver = await receiverFor((response) => response.writeHead(500).end());
  const { tell, clock, sender, store, untilAttempts } = startSender();
  await tell("conv_a", { url: receiver.url });
  for (let attempts = 1; ; attempts += 1) {
    await untilAttempts("ntc_conv_a0", Math.min(attempts, 20));
    const due = await store.notices.dueIn([]);
    if (due === undefined) break;
    clock.advance(due);
    sender.wake();
  }
  expect(await store.notices.find("ntc_conv_a0")).toMatchObject({ status: "dead" });
  expect(receiver.received.length).toBeGreaterThan(10);
});

test("[WEBHOOK-5] receivers that are down, slow or break off do not hold up others", async () => {
  const slow: ServerResponse[] = [];
  const receiver = await receiverFor((response, { path }) => {
    if (path === "/slow") slow.push(response);
    else if (path === "/broken") response.destroy();
    else response.writeHead(200).end();
  });
  const { tell, store, untilStatus, untilAttempts, outcomes } = startSender({ timeoutMs: 600_000 });
  const hang = Array.from({ length: 40 }, (_, index) => ({
    url: new URL("/slow", receiver.url).href,
    endpoint: "slow",
    version: 6 + index,
  }));
  await tell("conv_a", ...hang);
  await receiver.until(({ length }) => length === 4);
  await tell(
    "conv_b",
    { url: await unusedUrl() },
    { url: new URL("/broken", receiver.url).href },
    { url: receiver.url },
  );
  await untilStatus("ntc_conv_b2", "delivered");
  for (const id of ["ntc_conv_b0", "ntc_conv_b1"]) await untilAttempts(id, 1);
  expect(await store.notices.find("ntc_conv_b0")).toMatchObject({ attempts: [{ failure: "connection" }] });
  expect(receiver.received.filter(({ path }) => path === "/slow")).toHaveLength(4);
  expect(outcomes.sort()).toEqual(["delivered", "failed", "failed"]);
});

test("[WEBHOOK-6] a receiver that does not answer in time is tried again", async () => {
  const receiver = await receiverFor(() => {});
  const { tell, store, untilAttempts } = startSender({ timeoutMs: 50 });
  await tell("conv_a", { url: receiver.url });
  await untilAttempts("ntc_conv_a0", 1);
  expect(await store.notices.find("ntc_conv_a0")).toMatchObject({
    status: "pending",
    attempts: [{ failure: "timeout" }],
  });
});

test("[WEBHOOK-9] what is under way when a server stops is due at once for another", async () => {
  const receiver = await receiverFor(() => {});
  const { tell, store, sender } = startSender();
  await tell("conv_a", { url: receiver.url });
  await receiver.until(({ length }) => length === 1);
  await sender.stop(0);
  expect(await store.notices.find("ntc_conv_a0")).toMatchObject({ status: "pending" });
  expect(await store.notices.dueIn([])).toBe(0);
});

/** An address at which nothing listens. */
async function unusedUrl(): Promise<string> {
  const receiver = await startReceiver();
  await receiver.close();
  return receiver.url;
}

test("[WEBHOOK-9] a server that stops while it claims settles what it claimed", async () => {
  const clock = { ...createManualClock(Date.now()), elapsed: systemClock.elapsed };
  const store = createMemoryStore({ clock });
  await parkWithNotices({ store, ...createCommandRunner(store, clock) }, "conv_a", {});
  const claiming = Promise.withResolvers<void>();
  const stopped = Promise.withResolvers<void>();
  const sender = createNoticeSender({
    notices: {
      ...store.notices,
      async claim(request) {
        const claimed = await store.notices.claim(request);
        claiming.resolve();
        await stopped.promise;
        return claimed;
      },
    },
    clock,
    send: async () => ({ outcome: "delivered", status: 200 }),
    onError(error) {
      throw error;
    },
  });
  sender.start();
  await claiming.promise;
  const stopping = sender.stop(60_000);
  stopped.resolve();
  await stopping;
  expect(await store.notices.find("ntc_conv_a0")).toMatchObject({ status: "delivered", attempts: [{ status: 200 }] });
});
