import { atom } from "nanostores";
import { expect, test } from "vitest";
import { createFakeBrowser } from "../../testing/fake-browser.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { createFakeInbox } from "../../testing/fake-inbox.ts";
import { flushPromises } from "../../testing/flush-promises.ts";
import { drink, inquiryOf, problemOf } from "../../testing/samples.ts";
import { createOutbox } from "../outbox/outbox.ts";
import { createInbox } from "./inbox.ts";
import { createQuickAnswers } from "./quick-answers.ts";

const refuse = () => Promise.reject();
/** Nothing here has files. */
const uploads = { upload: refuse, forget: refuse, uploadAgain: refuse, drop: refuse };

const [tea] = drink.options;
if (!tea) throw new Error("the sample has options");
const [a, b] = ["a", "b"].map((id) => inquiryOf({ id, questions: [drink] })) as [
  ReturnType<typeof inquiryOf>,
  ReturnType<typeof inquiryOf>,
];

function setUp() {
  const clock = createFakeClock();
  const server = createFakeInbox(clock);
  const browser = createFakeBrowser();
  server.put(a, b);
  let keys = 0;
  const openTab = () => {
    const inbox = createInbox({ ...server, clock });
    const outbox = createOutbox({
      client: server.client,
      uploads,
      storage: browser.openTab(),
      owner: Promise.resolve("ana"),
      inquiries: { get: () => undefined, show() {}, refetch: async () => undefined },
      connection: atom("live"),
      network: { isOnline: () => true, onChange: () => () => {} },
      clock,
      newKey: () => `key-${++keys}`,
    });
    const quick = createQuickAnswers({ client: server.client, inbox, outbox });
    const states = () => quick.answers.get().map(({ inquiryId, state }) => `${inquiryId} ${state.status}`);
    return { quick, states, stop: outbox.start() };
  };
  const advance = async (ms: number) => {
    clock.advance(ms);
    await flushPromises();
  };
  return { server, clock, advance, openTab, ...openTab() };
}

test("[INBOX-4] a quick answer is held for five seconds, and so is its notice", async () => {
  const { clock, quick, states } = setUp();
  const sending = quick.send(a, tea);
  expect(states()).toEqual(["a sending"]);
  await sending;
  expect(states()).toEqual(["a held"]);
  clock.advance(4999);
  expect(states()).toEqual(["a held"]);
  clock.advance(1);
  expect(states()).toEqual([]);
});

test("[INBOX-4] undo takes back the last answer first, and says when there is none", async () => {
  const { server, quick, states } = setUp();
  for (const inquiry of [a, b]) await quick.send(inquiry, tea);
  expect(await quick.undo()).toBe(true);
  expect(states()).toEqual(["a held"]);
  expect(await server.client.inquiries.get("b")).toMatchObject({ value: { status: "open" } });
  expect(await quick.undo("a")).toBe(true);
  expect(await quick.undo()).toBe(false);
});

test("[INBOX-4] undo takes back the last answer, also if an earlier one still waits", async () => {
  const { server, advance, quick, states } = setUp();
  server.setDown(true);
  void quick.send(a, tea);
  await flushPromises();
  await advance(1_000);
  server.setDown(false);
  await quick.send(b, tea);
  expect(states()).toEqual(["a waiting", "b held"]);
  expect(await quick.undo()).toBe(true);
  expect(states()).toEqual(["a waiting"]);
  expect(await server.client.inquiries.get("b")).toMatchObject({ value: { status: "open" } });
});

test("[INBOX-4] a second press of undo is the first, and is reported once", async () => {
  const { quick, states } = setUp();
  await quick.send(a, tea);
  expect(await Promise.all([quick.undo(), quick.undo()])).toEqual([true, false]);
  expect(states()).toEqual([]);
});

test("[INBOX-4] undo is offered for as long as the server holds the answer", async () => {
  const { clock, quick, states, server } = setUp();
  const letGo = server.holdBack();
  const sending = quick.send(a, tea);
  await flushPromises();
  clock.advance(2_000);
  letGo();
  await sending;
  clock.advance(2_999);
  expect(states()).toEqual(["a held"]);
  clock.advance(1);
  expect(states()).toEqual([]);
});

test("[INBOX-4] an answer that was undone and given again keeps its notice for its own five seconds", async () => {
  const { clock, quick, states } = setUp();
  await quick.send(a, tea);
  clock.advance(3000);
  await quick.undo();
  await quick.send(a, tea);
  clock.advance(4000);
  expect(states()).toEqual(["a held"]);
});

test("[INBOX-4] a refused answer or undo is reported until it is closed", async () => {
  const { server, clock, quick, states } = setUp();
  await quick.send(b, tea);
  server.refuseWith(problemOf("forbidden", { status: 403 }));
  await quick.send(a, tea);
  expect(await quick.undo("b")).toBe(false);
  await flushPromises();
  clock.advance(60_000);
  expect(states()).toEqual(["a failed", "b failed"]);
  quick.close("a");
  expect(states()).toEqual(["b failed"]);
});

test("[SEND-8] a quick answer that is given while the server is away is sent once when it is back, also after a reload and with two tabs", async () => {
  for (const isReloaded of [false, true]) {
    const { server, advance, openTab, ...first } = setUp();
    server.setDown(true);
    void first.quick.send(a, tea);
    await flushPromises();
    expect(first.states()).toEqual(["a waiting"]);
    if (isReloaded) first.stop();
    const second = openTab();
    await flushPromises();
    expect(second.states()).toEqual(["a waiting"]);
    server.setDown(false);
    await advance(15_000);
    expect(server.answered).toEqual(["a"]);
    expect(second.states()).toEqual(["a held"]);
    if (!isReloaded) expect(first.states()).toEqual(["a held"]);
  }
});

test("[SEND-8] a quick answer that waits can be undone, and is not sent", async () => {
  const { server, advance, quick, states } = setUp();
  server.setDown(true);
  void quick.send(a, tea);
  await flushPromises();
  expect(states()).toEqual(["a waiting"]);
  void quick.undo();
  await flushPromises();
  server.setDown(false);
  await advance(60_000);
  expect(server.answered).toEqual([]);
  expect(await server.client.inquiries.get("a")).toMatchObject({ value: { status: "open" } });
});

test("[INBOX-4] an own answer that is held since before the page was opened can be undone for the rest of its time", async () => {
  const { server, clock, quick, states } = setUp();
  const heldBy = (id: string, by: string, until: number) => {
    const heldUntil = new Date(clock.now() + until).toISOString();
    const receipt = { inquiryId: id, resolution: "answered", by, at: heldUntil, runId: "run_1", heldUntil } as const;
    return inquiryOf({ id, questions: [drink], status: "held", heldUntil, receipt });
  };
  server.put(heldBy("mine", "ana", 3000), heldBy("theirs", "ben", 3000), heldBy("over", "ana", -1));
  quick.answers.listen(() => {});
  await flushPromises();
  expect(states()).toEqual(["mine held"]);
  clock.advance(3000);
  expect(states()).toEqual([]);
});
