import { expect, test } from "vitest";
import { contractByName } from "../contracts/contract-by-name.ts";
import { countOf } from "../model/id.ts";
import { isAnswer } from "../model/resolution.ts";
import { eventsOf } from "../testing/given.ts";
import { afterEveryStep, atTheEnd } from "../testing/properties.ts";
import { transcriptForScreen } from "../views/transcript.ts";

test("[CONTRACT-5] the ask that replaces a superseded one is asked in the same commit, or superseded in turn", () => {
  afterEveryStep(({ decision }) => {
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

test("[CONTRACT-9] an inquiry has the contract of its run's terms, even if the definition has changed", () => {
  afterEveryStep(({ decision, simulation: { termsByRun } }) => {
    if (!decision.ok) return;
    for (const { inquiry, runId } of eventsOf(decision.value, "inquiry.asked"))
      expect(inquiry.contract).toBe(inquiry.approval ? "approval" : termsByRun.get(runId ?? "")?.contract);
  });
});

test("[DELIVERY-3] only a new-run contract resumes in a new run, which is linked and carries steps, unanswered asks and the last ask", () => {
  afterEveryStep(({ before, decision, simulation: { conversation } }) => {
    if (!decision.ok || before.status !== "parked") return;
    const [resolved] = eventsOf(decision.value, "inquiry.resolved");
    if (!resolved) return;
    const started = eventsOf(decision.value, "run.started");
    expect(started.map(({ runId }) => runId)).toEqual(resolved.nextRunId === undefined ? [] : [resolved.nextRunId]);
    const isNewRun = contractByName(before.inquiry.contract).resumesIn === "new-run";
    if (!isNewRun) return expect(started).toEqual([]);
    if (resolved.nextRunId === undefined) return;
    expect(started).toMatchObject([{ resumedFrom: before.run.id, steps: before.run.steps, terms: before.run.terms }]);
    expect("run" in conversation && conversation.run).toMatchObject({
      steps: before.run.steps,
      asks: 0,
      unanswered: isAnswer(resolved.resolution) ? 0 : before.run.unanswered,
      pauseAt: before.run.pauseAt,
    });
    if (conversation.status === "thinking")
      expect(conversation.run.lastAsk?.inquiryId).toBe(
        resolved.resolution.type === "answered-in-chat" ? undefined : before.inquiry.id,
      );
  });
});

test("[DELIVERY-6] without autoResume the conversation is paused after an answer, unless a message waits", () => {
  afterEveryStep(({ before, decision, simulation: { conversation } }) => {
    if (!decision.ok || before.status !== "parked") return;
    const [resolved] = eventsOf(decision.value, "inquiry.resolved");
    if (!resolved || conversation.status === "deleted") return;
    const { autoResume } = before.run.terms;
    const isNewRun = contractByName(before.inquiry.contract).resumesIn === "new-run";
    const { type } = resolved.resolution;
    const continues = type !== "withdrawn" && (type !== "dismissed" || before.mailbox.length > 0);
    const hasMessage = eventsOf(decision.value, "message.received").some(({ visibility }) => !visibility);
    const isPaused = isNewRun && continues && autoResume === false && before.mailbox.length === 0 && !hasMessage;
    expect(conversation.status === "paused" && conversation.reason === "answered").toBe(isPaused);
    if (isNewRun && continues && !isPaused) expect(resolved.nextRunId).toBeDefined();
  });
});

test("[DELIVERY-10] people see a message only if a person wrote it or the contract turned an answer into one", () => {
  afterEveryStep(({ command, before, decision }) => {
    if (!decision.ok) return;
    const seen = eventsOf(decision.value, "message.received").filter(({ visibility }) => !visibility);
    const [resolved] = eventsOf(decision.value, "inquiry.resolved");
    const isSentAsMessage = before.status === "parked" && before.inquiry.contract === "question";
    const sent = isSentAsMessage && resolved?.resolution.type === "answered" ? 1 : 0;
    expect(seen).toHaveLength((command.type === "send-message" ? 1 : 0) + sent);
  });
});

test("[DELIVERY-10] the model is told of every resolution exactly once in the same commit, unless a message is the answer", () => {
  afterEveryStep(({ before, decision, simulation: { messages } }) => {
    if (!decision.ok || before.status !== "parked") return;
    const [resolved] = eventsOf(decision.value, "inquiry.resolved");
    if (!resolved) return;
    const { inquiry } = before;
    const notices = eventsOf(decision.value, "message.received").filter(({ answers }) => answers === inquiry.id);
    const results = eventsOf(decision.value, "tool.finished").filter(({ result }) => result.callId === before.call?.id);
    const allowed = eventsOf(decision.value, "tool.allowed").filter(({ permission }) => !permission);
    const modelOnly = notices.filter(({ visibility }) => visibility);
    // A note on an approval is delivered when the call has its result.
    if (allowed.length > 0) return expect(notices.every(({ visibility }) => visibility)).toBe(true);
    for (const { messageId } of modelOnly) expect(messages.get(messageId)?.place).toBeDefined();
    const inChat = resolved.resolution.type === "answered-in-chat" ? 1 : 0;
    const ownNotice = inquiry.contract === "AskUserQuestion" || before.call ? 1 : 0;
    expect(notices.length + results.length).toBe(inChat ? inChat + ownNotice : 1);
  });
});

test("[DELIVERY-7] messages that only the model reads are not on the screen", () => {
  atTheEnd(({ messages, inquiries }) => {
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
