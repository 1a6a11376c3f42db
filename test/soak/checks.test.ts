import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createCommandRunner } from "../../packages/server/src/store/testing/command-runner.ts";
import { answer, ask, callTool, finish, finishTool, start } from "../../packages/server/src/store/testing/commands.ts";
import { createManualClock } from "../../packages/server/src/store/testing/manual-clock.ts";
import { createMemoryStore } from "../../packages/server/src/store/testing/memory-store.ts";
import { acknowledgementFaults } from "../../soak/acknowledgement-checks.ts";
import { createFrozenReaders } from "../../soak/faults/frozen-readers.ts";
import { createFaults, partsOf } from "../../soak/faults/schedule.ts";
import { type HeapSample, heapFaults, largestGrowth } from "../../soak/heap.ts";
import { expiryFaults, type RecordedEvent, scriptFaults, type Thread, threadFaults } from "../../soak/log-checks.ts";
import { readOptions } from "../../soak/options.ts";
import { lostInquiryFaults, withoutLost } from "../../soak/restore-checks.ts";
import { traceFaults } from "../../soak/trace-checks.ts";
import { createRandom } from "../harness/fuzz/random.ts";
import type { ServerProcess } from "../harness/server/server-process.ts";

const id = "conv_1";
const noted = `${id} call_1`;

/** A conversation without faults: a tool that must not be repeated, an inquiry, and the end. */
async function finishedThread(): Promise<Thread> {
  const clock = createManualClock();
  const store = createMemoryStore({ clock });
  const { performAll } = createCommandRunner(store, clock);
  await performAll(id, start(), callTool("call_1"), finishTool(), ask(), answer(), finish());
  const thread = { id, log: await store.events({ after: 0, limit: 100 }), stored: await store.load(id) };
  return JSON.parse(JSON.stringify(thread).replaceAll("look_up", "note_once"));
}

const isOf = (type: string) => (recorded: RecordedEvent) => recorded.event.type === type;

test.each<[string, (log: readonly RecordedEvent[]) => readonly RecordedEvent[], RegExp]>([
  ["nothing", (log) => log, /^$/],
  ["a lost result", (log) => log.filter((one) => !isOf("tool.finished")(one)), /call_1 has 0 times a result/],
  ["a second result", (log) => [...log, ...log.filter(isOf("tool.finished"))], /call_1 has 2 times a result/],
  [
    "a step recorded twice",
    (log) => [...log, ...log.filter(isOf("model.replied"))],
    /step 1 of run_1_1 is recorded twice/,
  ],
  [
    "a second resolution",
    (log) => [...log, ...log.filter(isOf("inquiry.resolved"))],
    /inq_1_1 has 2 times a resolution/,
  ],
  ["a conversation that stopped halfway", (log) => log.slice(0, -2), /it is thinking in the end/],
  ["a gap in the versions", (log) => log.toSpliced(3, 1), /versions have gaps/],
  ["a state that is not the log's", (log) => log.slice(0, -1), /does not lead to the stored state/],
])("[RUN-18] the soak finds in a log: %s", async (_, doctored, words) => {
  const thread = await finishedThread();
  expect(threadFaults({ ...thread, log: doctored(thread.log) }).join("\n")).toMatch(words);
});

test.each<[string, readonly string[], string, RegExp]>([
  ["nothing", [noted], "ok", /^$/],
  ["a tool that ran twice", [noted, noted], "ok", /note_once ran 2 times/],
  ["a tool that did not run, though its model was told so", [], "ok", /never ran, and the model was told that it did/],
  [
    "a tool that ran, though its model was told otherwise",
    [noted],
    "not-run",
    /ran, and the model was told that it did not/,
  ],
  ["a tool that nobody called", [noted, `${id} call_2`], "ok", /call_2: a tool ran that nobody called/],
])("[RUN-18] the soak finds in the trace of tools: %s", async (_, trace, status, words) => {
  const text = JSON.stringify(await finishedThread()).replaceAll('"status":"ok"', `"status":"${status}"`);
  expect(traceFaults([JSON.parse(text)], trace).join("\n")).toMatch(words);
});

test("[RUN-18] the soak finds a tool that ran without approval", async () => {
  const gated = JSON.parse(JSON.stringify(await finishedThread()).replaceAll("note_once", "note_gated"));
  expect(traceFaults([gated], [noted])).toEqual([`${noted}: note_gated ran without approval`]);
});

test("[RUN-18] the soak finds an acknowledgement that the log contradicts", async () => {
  const thread = await finishedThread();
  const started = { request: { key: "start", path: "", body: { message: "Plan it" } }, body: { id, version: 4 } };
  const said = (text: string) => ({ request: { key: text, path: "", body: { text } }, body: { id, version: 4 } });
  const resolved = thread.log.find(isOf("inquiry.resolved"))?.event;
  const receipt = { inquiryId: "inq_1_1", resolution: "answered", at: new Date(resolved?.at ?? 0).toISOString() };
  const answered = (body: object) => ({ request: { key: "answer", path: "", body: {} }, body });
  const faults = (...acknowledged: Parameters<typeof acknowledgementFaults>[0]) =>
    acknowledgementFaults(acknowledged, [thread]);
  expect(faults(started, answered(receipt))).toEqual([]);
  expect(faults(started, said("Lost words"))).toEqual(["not in the log as it was acknowledged: Lost words"]);
  for (const wrong of [{ resolution: "declined" }, { at: "2000-01-01T00:00:00.000Z" }, { inquiryId: "inq_1_2" }])
    expect(faults(started, answered({ ...receipt, ...wrong }))).toEqual([
      "not in the log as it was acknowledged: answer",
    ]);
  expect(faults({ ...started, body: { id, version: 99 } })).toHaveLength(1);
  expect(faults(answered(receipt))).toEqual([`${id}: no client got a response for this conversation`]);
});

test("[RUN-18] the soak excuses what a restore has lost, and finds what was lost and is there", async () => {
  const thread = await finishedThread();
  const started = { request: { key: "start", path: "", body: { message: "Plan it" } }, body: { id, version: 4 } };
  const said = { request: { key: "said", path: "", body: { text: "Lost words" } }, body: { id, version: 99 } };
  expect(acknowledgementFaults([], [thread], [started, said])).toEqual([]);
  expect(acknowledgementFaults([said], [thread], [started])).toHaveLength(1);

  const again = withoutLost([noted, noted, `${id} call_2`], [noted, `${id} call_2`]);
  expect(again).toEqual([noted]);
  expect(traceFaults([thread], again, [noted, `${id} call_2`])).toEqual([]);
  expect(traceFaults([thread], [], [noted])).toEqual([]);
  expect(traceFaults([thread], [noted, noted], [noted])).toHaveLength(1);

  expect(lostInquiryFaults(thread.log, ["inq_1_2"])).toEqual([]);
  expect(lostInquiryFaults(thread.log, ["inq_1_1"])).toEqual(["inq_1_1 was lost by a restore, and is in the log"]);
});

test.each<[string, readonly string[], number]>([
  ["nothing", ["One.", "Two."], 0],
  ["nothing of a last word", ["One.", "Two.", "As I said."], 0],
  ["a line that was never said", ["One."], 1],
  ["a line that was said twice", ["One.", "One.", "Two."], 1],
])("[RUN-18] the soak finds in what an agent said: %s", (_, said, count) => {
  const message = { type: "message.received", text: JSON.stringify({ script: [{ text: "One." }, { text: "Two." }] }) };
  const replies = said.map((text) => ({ type: "model.replied", parts: [{ type: "text", text }] }));
  const log = [message, ...replies].map((event) => ({ event })) as unknown as Thread["log"];
  expect(scriptFaults({ id, log, stored: undefined })).toHaveLength(count);
});

test("[RUN-18] the soak compares the heap of a process with its own, not with that of the process before it", () => {
  const everySecond = (seconds: number, bytesAt: (second: number) => number): readonly HeapSample[] =>
    Array.from({ length: seconds }, (_, second) => ({ ageMs: second * 1_000, bytes: bytesAt(second) }));
  const steady = everySecond(200, () => 50);
  const leaking = everySecond(200, (second) => 100 + second);
  const young = everySecond(50, (second) => 10 + second * 20);
  expect(largestGrowth([steady], 300_000)).toEqual({ early: 50, late: 50, ratio: 1 });
  expect(largestGrowth([steady, leaking, young], 300_000)).toEqual({ early: 131, late: 270, ratio: 270 / 131 });
  expect(largestGrowth([young], 300_000)).toBeUndefined();
  expect(largestGrowth([], 300_000)).toBeUndefined();
});

test("[RUN-18] the soak finds a heap that grew, and from five minutes on one that could not be compared", () => {
  const growth = (ratio: number) => ({ early: 100, late: 100 * ratio, ratio });
  expect(heapFaults(growth(1.25), 600)).toEqual([]);
  expect(heapFaults(growth(1.3), 600)).toEqual(["the heap of a server grew by a factor of 1.3"]);
  expect(heapFaults(undefined, 300)).toEqual(["no server ran long enough to compare its heap"]);
  expect(heapFaults(undefined, 299)).toEqual([]);
});

test("[RUN-18] the soak finds an inquiry that expired before its deadline, by the log or by a reader's clock", () => {
  const asked = { type: "inquiry.asked", inquiry: { id: "inq_1", deadline: 1_000 } };
  const expired = (at: number) => ({
    type: "inquiry.resolved",
    inquiryId: "inq_1",
    resolution: { type: "expired", at },
  });
  const faults = (events: readonly object[], seenAt?: number) =>
    expiryFaults(
      events.map((event) => ({ event })) as unknown as readonly RecordedEvent[],
      new Map(seenAt === undefined ? [] : [["inq_1", seenAt]]),
    );
  expect(faults([asked, expired(1_000)], 1_001)).toEqual([]);
  expect(faults([asked, expired(999)])).toEqual(["inq_1 expired 1 ms before its deadline"]);
  expect(faults([asked, expired(1_000)], 400)).toEqual(["inq_1 expired 600 ms before its deadline"]);
  const extended = { type: "inquiry.extended", inquiryId: "inq_1", deadline: 2_000 };
  expect(faults([asked, extended, expired(1_500)])).toHaveLength(1);
});

test("[RUN-18] the soak runs on both stores unless one is chosen", () => {
  const stores = (...args: readonly string[]) => readOptions(args).map(({ store }) => store);
  expect(stores("--seconds", "600")).toEqual(["sqlite", "postgres"]);
  expect(stores("--store", "sqlite")).toEqual(["sqlite"]);
  expect(stores("--faults", "database,kill")).toEqual(["sqlite", "postgres"]);
  expect(stores("--faults", "database")).toEqual(["postgres"]);
  expect(() => readOptions(["--store", "sqlite", "--faults", "database"])).toThrow("cannot have them");
});

test.each([1, 3])(
  "[RUN-18] the soak restores a backup in the middle, and then the first of %d servers goes on",
  (servers) => {
    const kinds = ["kill", "freeze", "drain", "clock", "backup", "restore"] as const;
    const [first, middle, last] = partsOf(kinds, servers, 600_000);
    expect(first).toMatchObject({ untilMs: 300_000, isComplete: true });
    expect(first?.kinds).not.toContain("restore");
    expect(middle).toMatchObject({ kinds: ["restore"], isComplete: true });
    expect(last).toMatchObject({ untilMs: 600_000, sparesFirst: true });
    const all = last && createFaults(createRandom(1), servers, last);
    const faults = Array.from({ length: 100 }, () => all?.next().value ?? []).flat();
    expect(faults).toHaveLength(100);
    const ending = faults.filter(({ kind }) => ["kill", "drain", "restore"].includes(kind));
    expect(ending.some(({ server }) => server === 0)).toBe(false);
    expect(ending.length > 0).toBe(servers > 1);
    expect(faults.some(({ server }) => server === 0)).toBe(true);
  },
);

/** A server that is only a socket, and the check of ten readers on it after a reader that reads was sent so much. */
async function checkFrozen(sentBytes: number, watchedBytes: number) {
  const sockets = createServer((socket) => socket.on("error", () => {}).end(Buffer.alloc(sentBytes)));
  onTestFinished(() => void sockets.close());
  await once(sockets.listen(0, "127.0.0.1"), "listening");
  const { port } = sockets.address() as AddressInfo;
  const server = { url: `http://127.0.0.1:${port}`, keys: { answer: "key" } } as ServerProcess;
  const watcher = { bytes: 0 };
  const readers = createFrozenReaders({ any: () => server, running: () => [server] }, watcher, 1);
  onTestFinished(() => readers.close());
  await readers.injector.inject({ kind: "readers", server: 0, forMs: 0, pauseMs: 0 });
  watcher.bytes = watchedBytes;
  return readers.check();
}

test("[RUN-18] the soak finds readers that never read and for which a server kept what it had for them", async () => {
  const mega = 1024 * 1024;
  expect(await checkFrozen(mega, 20 * mega)).toEqual({ due: 10, kept: 0 });
  expect(await checkFrozen(20 * mega, 20 * mega)).toEqual({ due: 10, kept: 10 });
  expect(await checkFrozen(20 * mega, mega)).toEqual({ due: 0, kept: 0 });
});
