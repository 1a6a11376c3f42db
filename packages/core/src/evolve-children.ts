import { type Conversation, threadOf } from "./conversation.ts";
import type { EventOf } from "./event.ts";
import { counted, expectStatus } from "./evolving.ts";

type ChildrenEvent = EventOf<
  "agents.spawned" | "children.started" | "child.ended" | "children.recalled" | "parent.told"
>;

export function evolveChildren(conversation: Conversation, event: ChildrenEvent): Conversation {
  switch (event.type) {
    case "agents.spawned": {
      const { run, call, queue, calls } = expectStatus(conversation, event, "acting");
      const { lastAsk: _, ...working } = run;
      const thread = threadOf(counted(conversation, { children: event.children.length }));
      return {
        ...thread,
        status: "delegating",
        run: working,
        call: { id: call.id, name: call.name, input: {} },
        queue,
        calls,
        children: event.children,
        started: false,
      };
    }
    case "children.started":
      return { ...expectStatus(conversation, event, "delegating"), started: true };
    case "child.ended": {
      const delegating = expectStatus(conversation, event, "delegating");
      const children = delegating.children.map((child) =>
        child.id === event.childId ? { ...child, ended: event.end } : child,
      );
      return { ...delegating, children };
    }
    case "children.recalled": {
      const { recall: _, ...rest } = conversation;
      return rest as Conversation;
    }
    case "parent.told":
      return conversation.parent ? { ...conversation, parent: { ...conversation.parent, told: true } } : conversation;
  }
}
