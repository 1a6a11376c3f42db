import { expect, test } from "vitest";
import type { Conversation } from "../model/conversation.ts";
import { effectOf } from "../model/effect.ts";
import type { Event } from "../model/event.ts";
import { eventsOf } from "../testing/given.ts";
import { afterEveryStep, atTheEnd } from "../testing/properties.ts";

test("[SUBAGENT-6] [S0-12] a sub-agent never parks, never delegates and is never forked", () => {
  atTheEnd(({ log, conversation }) => {
    if (!conversation.parent) return;
    const types = log.map((event) => event.type);
    expect(types).not.toContain("inquiry.asked");
    expect(types).not.toContain("inquiry.superseded");
    expect(types).not.toContain("agents.spawned");
    expect(conversation.counts).toMatchObject({ inquiries: 0, children: 0 });
  });
});

test("[SUBAGENT-7] a sub-agent has one run; messages, resume, retry and delete are refused with its parent", () => {
  afterEveryStep(({ command, before, decision, simulation }) => {
    if (!before.parent || before.status === "deleted") return;
    expect(simulation.conversation.counts.runs).toBe(1);
    const isForParent =
      (command.type === "send-message" && command.text.trim() !== "") ||
      command.type === "resume" ||
      command.type === "retry" ||
      (command.type === "delete" && !command.withParent);
    if (!isForParent) return;
    expect(decision).toEqual({ ok: false, error: { code: "belongs-to-parent", parentId: "conv_p" } });
  });
});

test("[SUBAGENT-3] an ended sub-agent reports until the report to its parent is recorded", () => {
  afterEveryStep(({ simulation: { conversation, log } }) => {
    if (!conversation.parent || conversation.status === "deleted") return;
    const ended = ["run.finished", "run.paused", "run.failed"];
    const isEnded = log.some((event) => ended.includes(event.type));
    const isReported = log.some((event) => event.type === "parent.told");
    expect(effectOf(conversation)?.type === "report-to-parent").toBe(isEnded && !isReported);
    expect(conversation.parent.told).toBe(isReported ? true : undefined);
  });
});

test("[SUBAGENT-3] the end of a sub-agent is recorded once, and the last one gives the parent's call its result", () => {
  afterEveryStep(({ command, before, decision, simulation: { conversation } }) => {
    if (command.type !== "child-ended") return;
    const waiting = waitingChildren(before);
    if (!decision.ok) throw new Error("a report of a child's end is never refused");
    if (!waiting.includes(command.childId)) return expect(decision.value).toEqual([]);
    expect(decision.value[0]).toMatchObject({ type: "child.ended", childId: command.childId, end: command.end });
    const isLast = waiting.length === 1;
    expect(before.status === "delegating" && eventsOf(decision.value, "tool.finished")[0]?.result.callId).toBe(
      isLast && before.status === "delegating" ? before.call.id : undefined,
    );
    expect(waitingChildren(conversation)).not.toContain(command.childId);
    expect(conversation.status === "delegating" && "call" in before && conversation.call === before.call).toBe(!isLast);
  });
});

test("[SUBAGENT-3] while sub-agents work, only their ends, a stop or a deletion gives the call its result", () => {
  afterEveryStep(({ command, before, decision, simulation: { conversation } }) => {
    if (before.status !== "delegating" || !decision.ok) return;
    if (["child-ended", "stop", "delete"].includes(command.type)) return;
    expect(conversation).toMatchObject({ status: "delegating", children: before.children, call: before.call });
  });
});

test("[SUBAGENT-5] a stop recalls exactly the sub-agents that have not ended, and a deletion all of them", () => {
  afterEveryStep(({ simulation: { conversation, log } }) => {
    expect(conversation.recall).toEqual(recallAfter(log));
  });
});

test("[SUBAGENT-1] every sub-agent has an id of its own", () => {
  atTheEnd(({ log, conversation }) => {
    const ids = eventsOf(log, "agents.spawned").flatMap(({ children }) => children.map(({ id }) => id));
    expect(ids).toEqual(Array.from({ length: conversation.counts.children }, (_, i) => `${conversation.id}k${i + 1}`));
  });
});

function waitingChildren(conversation: Conversation): readonly string[] {
  if (conversation.status !== "delegating") return [];
  return conversation.children.filter(({ ended }) => !ended).map(({ id }) => id);
}

/** The sub-agents to recall, derived from the log alone. */
function recallAfter(log: readonly Event[]): Conversation["recall"] {
  let recall: Conversation["recall"];
  let all: string[] = [];
  let waiting: { callId: string; children: string[] } | undefined;
  for (const event of log) {
    switch (event.type) {
      case "agents.spawned":
        waiting = { callId: event.callId, children: event.children.map(({ id }) => id) };
        all = [...all, ...waiting.children];
        break;
      case "child.ended":
        if (waiting) waiting.children = waiting.children.filter((id) => id !== event.childId);
        break;
      case "tool.finished":
        if (waiting && waiting.children.length > 0) recall = { how: "stop", children: waiting.children };
        waiting = undefined;
        break;
      case "conversation.deleted":
        recall = all.length > 0 ? { how: "delete", children: all } : undefined;
        break;
      case "children.recalled":
        recall = undefined;
    }
  }
  return recall;
}
