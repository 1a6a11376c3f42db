import { expect, test } from "vitest";
import type { Conversation } from "./conversation.ts";
import { effectOf } from "./effect.ts";
import type { Event } from "./event.ts";
import { eventsOf } from "./testing/given.ts";
import { always, inTheEnd } from "./testing/laws.ts";

test("[SUB-6] a sub-agent never parks, never delegates and is never forked", () => {
  inTheEnd(({ log, conversation }) => {
    if (!conversation.parent) return;
    const types = log.map((event) => event.type);
    expect(types).not.toContain("inquiry.asked");
    expect(types).not.toContain("inquiry.superseded");
    expect(types).not.toContain("agents.spawned");
    expect(conversation.counts).toMatchObject({ inquiries: 0, children: 0 });
  });
});

test("[SUB-7] a sub-agent has one run; messages, resume, retry and delete are refused with its parent", () => {
  always(({ command, before, decision, world }) => {
    if (!before.parent || before.status === "deleted") return;
    expect(world.conversation.counts.runs).toBe(1);
    const isForParent =
      (command.type === "send-message" && command.text.trim() !== "") ||
      command.type === "resume" ||
      command.type === "retry" ||
      (command.type === "delete" && !command.withParent);
    if (!isForParent) return;
    expect(decision).toEqual({ ok: false, error: { code: "belongs-to-parent", parentId: "conv_p" } });
  });
});

test("[SUB-3] an ended sub-agent reports until it is recorded that its parent knows, and only then is silent", () => {
  always(({ world: { conversation, log } }) => {
    if (!conversation.parent || conversation.status === "deleted") return;
    const ended = ["run.finished", "run.paused", "run.failed"];
    const isEnded = log.some((event) => ended.includes(event.type));
    const isTold = log.some((event) => event.type === "parent.told");
    expect(effectOf(conversation)?.type === "report-to-parent").toBe(isEnded && !isTold);
    expect(conversation.parent.told).toBe(isTold ? true : undefined);
  });
});

test("[SUB-3] a child's end is recorded once, and the parent's call gets its result with the last of them", () => {
  always(({ command, before, decision, world: { conversation } }) => {
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

test("[SUB-3] while sub-agents work, nothing but their ends, a stop and a deletion gives the call its result", () => {
  always(({ command, before, decision, world: { conversation } }) => {
    if (before.status !== "delegating" || !decision.ok) return;
    if (["child-ended", "stop", "delete"].includes(command.type)) return;
    expect(conversation).toMatchObject({ status: "delegating", children: before.children, call: before.call });
  });
});

test("[SUB-5] exactly the sub-agents that have not ended are recalled by a stop, and all of them by a deletion", () => {
  always(({ world: { conversation, log } }) => {
    expect(conversation.recall).toEqual(recallAfter(log));
  });
});

test("[SUB-1] every sub-agent has a name of its own", () => {
  inTheEnd(({ log, conversation }) => {
    const ids = eventsOf(log, "agents.spawned").flatMap(({ children }) => children.map(({ id }) => id));
    expect(ids).toEqual(Array.from({ length: conversation.counts.children }, (_, i) => `${conversation.id}k${i + 1}`));
  });
});

function waitingChildren(conversation: Conversation): readonly string[] {
  if (conversation.status !== "delegating") return [];
  return conversation.children.filter(({ ended }) => !ended).map(({ id }) => id);
}

/** Who is to be recalled, told from the log alone. */
function recallAfter(log: readonly Event[]): Conversation["recall"] {
  let recall: Conversation["recall"];
  let everybody: string[] = [];
  let waiting: { callId: string; children: string[] } | undefined;
  for (const event of log) {
    switch (event.type) {
      case "agents.spawned":
        waiting = { callId: event.callId, children: event.children.map(({ id }) => id) };
        everybody = [...everybody, ...waiting.children];
        break;
      case "child.ended":
        if (waiting) waiting.children = waiting.children.filter((id) => id !== event.childId);
        break;
      case "tool.finished":
        if (waiting && waiting.children.length > 0) recall = { how: "stop", children: waiting.children };
        waiting = undefined;
        break;
      case "conversation.deleted":
        recall = everybody.length > 0 ? { how: "delete", children: everybody } : undefined;
        break;
      case "children.recalled":
        recall = undefined;
    }
  }
  return recall;
}
