import type { ClientCapabilities } from "@modelcontextprotocol/server";
import type { Call } from "../call.ts";
import { showsCards } from "../card/apps.ts";
import { tasksExtension } from "../tasks.ts";

/**
 * How a client gets the answer, the best way first that it declares.
 * - `card`: it shows a card, which needs the result of the call, and the model asks again with a handle.
 * - `task`: it polls a task.
 * - `input-required`: it shows a form that it gets as a result, and calls again with what the person filled in.
 * - `elicitation`: it shows a form that it gets as a request, while the call waits.
 * - `handle`: the call waits for a while, then the model asks again with a handle.
 */
export type Tier = "card" | "task" | "input-required" | "elicitation" | "handle";

/** Forms of the client are used only where a key was given that may answer: the key that asks never answers. */
export function tierOf({ capabilities, isModern }: Call, canAnswer: boolean): Tier {
  if (showsCards(capabilities)) return "card";
  if (takesTasks({ capabilities, isModern })) return "task";
  if (!canAnswer || !showsForms(capabilities)) return "handle";
  return isModern ? "input-required" : "elicitation";
}

export function takesTasks({ capabilities, isModern }: Pick<Call, "capabilities" | "isModern">): boolean {
  return isModern && capabilities.extensions?.[tasksExtension] !== undefined;
}

/** Whether the client shows forms; before it could show pages as well, it declared no mode. */
export function showsForms({ elicitation }: ClientCapabilities): boolean {
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}
