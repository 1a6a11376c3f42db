import { expect, test } from "vitest";
import { contractNamed } from "./contracts/contract-by-name.ts";
import { countOf } from "./id.ts";
import { eventsOf } from "./testing/given.ts";
import { always, inTheEnd } from "./testing/laws.ts";
import { transcriptForScreen } from "./transcript.ts";

test("[CTR-5] what takes the place of a superseded ask is asked in the same commit, or superseded in turn", () => {
  always(({ decision }) => {
    if (!decision.ok) return;
    const superseded = eventsOf(decision.value, "inquiry.superseded");
    const asked = eventsOf(decision.value, "inquiry.asked").map((event) => event.inquiry.id);
    if (superseded.length === 0) return;
    const all = [...superseded.map((event) => event.inquiry.id), ...asked];
    expect(asked).toHaveLength(1);
    expect(superseded.map((event) => event.newer)).toEqual(all.slice(1));
    expect(all.map(countOf)).toEqual(all.map((_, index) => countOf(all[0] ?? "") + index));
  });
});

test("[CTR-9] an inquiry is asked by the contract of its run's terms, whatever the definition says by then", () => {
  always(({ decision, world: { termsByRun } }) => {
    if (!decision.ok) return;
    for (const { inquiry, runId } of eventsOf(decision.value, "inquiry.asked"))
      expect(inquiry.contract).toBe(inquiry.approval ? "approval" : termsByRun.get(runId)?.contract);
  });
});

test("[DEL-3] only a new-run contract goes on in a new run, which is linked and carries steps, asks and the guard", () => {
  always(({ before, decision, world: { conversation } }) => {
    if (!decision.ok || before.status !== "parked") return;
    const [resolved] = eventsOf(decision.value, "inquiry.resolved");
    if (!resolved) return;
    const started = eventsOf(decision.value, "run.started");
    expect(started.map(({ runId }) => runId)).toEqual(resolved.nextRunId === undefined ? [] : [resolved.nextRunId]);
    const isNewRun = contractNamed(before.inquiry.contract).goesOn === "new-run";
    if (!isNewRun) return expect(started).toEqual([]);
    if (resolved.nextRunId === undefined) return;
    expect(started).toMatchObject([{ resumedFrom: before.run.id, steps: before.run.steps, terms: before.run.terms }]);
    expect("run" in conversation && conversation.run).toMatchObject({
      steps: before.run.steps,
      asks: before.run.asks,
      pauseAt: before.run.pauseAt,
    });
    if (conversation.status === "thinking")
      expect(conversation.run.lastAsk).toMatchObject({ inquiryId: before.inquiry.id });
  });
});

test("[DEL-6] without autoResume an answer leaves the conversation paused, unless a message waits", () => {
  always(({ before, decision, world: { conversation } }) => {
    if (!decision.ok || before.status !== "parked") return;
    const [resolved] = eventsOf(decision.value, "inquiry.resolved");
    if (!resolved || conversation.status === "deleted") return;
    const { autoResume } = before.run.terms;
    const isNewRun = contractNamed(before.inquiry.contract).goesOn === "new-run";
    const { type } = resolved.resolution;
    const goesOn = type !== "withdrawn" && (type !== "dismissed" || before.mailbox.length > 0);
    const wrote = eventsOf(decision.value, "message.received").some(({ visibility }) => !visibility);
    const rests = isNewRun && goesOn && autoResume === false && before.mailbox.length === 0 && !wrote;
    expect(conversation.status === "paused" && conversation.reason === "answered").toBe(rests);
    if (isNewRun && goesOn && !rests) expect(resolved.nextRunId).toBeDefined();
  });
});

test("[DEL-10] people see a message only where a person wrote it, or answered by a contract that says it for them", () => {
  always(({ command, before, decision }) => {
    if (!decision.ok) return;
    const seen = eventsOf(decision.value, "message.received").filter(({ visibility }) => !visibility);
    const [resolved] = eventsOf(decision.value, "inquiry.resolved");
    const speaks = before.status === "parked" && before.inquiry.contract === "question";
    const said = speaks && resolved?.resolution.type === "answered" ? 1 : 0;
    expect(seen).toHaveLength((command.type === "send-message" ? 1 : 0) + said);
  });
});

test("[DEL-10] the model is told of every resolution but one that a person's message says, once and at once", () => {
  always(({ before, decision, world: { messages } }) => {
    if (!decision.ok || before.status !== "parked") return;
    const [resolved] = eventsOf(decision.value, "inquiry.resolved");
    if (!resolved) return;
    const { inquiry } = before;
    const told = eventsOf(decision.value, "message.received").filter(({ answers }) => answers === inquiry.id);
    const results = eventsOf(decision.value, "tool.finished").filter(({ result }) => result.callId === before.call?.id);
    const allowed = eventsOf(decision.value, "tool.allowed");
    const words = told.filter(({ visibility }) => visibility);
    // What somebody says beside an allowance comes when the call has its result.
    if (allowed.length > 0) return expect(told.every(({ visibility }) => visibility)).toBe(true);
    for (const { messageId } of words) expect(messages.get(messageId)?.place).toBeDefined();
    const inChat = resolved.resolution.type === "answered-in-chat" ? 1 : 0;
    const own = inquiry.contract === "AskUserQuestion" || before.call ? 1 : 0;
    expect(told.length + results.length).toBe(inChat ? inChat + own : 1);
  });
});

test("[DEL-7] nothing that only the model reads is on a screen as a message", () => {
  inTheEnd(({ messages, inquiries }) => {
    const hidden = [...messages.values()].flatMap(({ id, parts }) =>
      parts.some((part) => part.type === "text" && part.visibility) ? [id] : [],
    );
    const screen = transcriptForScreen([...messages.values()], [...inquiries.values()]);
    const shown = new Set(screen.map(({ id }) => id));
    expect(hidden.filter((id) => shown.has(id))).toEqual([]);
    const persons = [...messages.values()].filter(({ id, role }) => role !== "tool" && !hidden.includes(id));
    expect(screen.map(({ id }) => id)).toEqual(persons.map(({ id }) => id));
  });
});
