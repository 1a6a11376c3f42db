import type { Acting, Conversation } from "../model/conversation.ts";
import { countOf, derivedId, nonceOf } from "../model/id.ts";
import type { Inquiry } from "../model/inquiry.ts";
import { isSameJson, type Permission, type RememberedPart, rememberedInput } from "../model/permission.ts";
import type { QuorumRule } from "../model/quorum.ts";
import type { Terms } from "../model/run.ts";
import { matchesAny } from "../model/tool-pattern.ts";
import type { Recorder } from "./recorder.ts";

/**
 * The part of the current call's input that later calls must share for a remembered permission; undefined if people may
 * only allow this one call. Every pattern that gates the tool must say so, and the strictest part counts.
 */
export function rememberablePart({ run: { terms }, call }: Pick<Acting, "run" | "call">): RememberedPart | undefined {
  if (quorumRules(terms, call.name)) return undefined;
  const patterns = (terms.approve ?? []).filter((pattern) => matchesAny([pattern], call.name));
  const rules = patterns.map((pattern) => terms.remember?.find(({ tool }) => tool === pattern));
  if (rules.length === 0) return undefined;
  const fields = new Set<string>();
  let isWhole = false;
  for (const rule of rules) {
    if (!rule) return undefined;
    if (rule.part === true) isWhole = true;
    else for (const field of rule.part) fields.add(field);
  }
  if (isWhole) return true;
  const part = [...fields];
  // A field that is missing cannot tell this call from others.
  return part.length > 0 && rememberedInput(part, call.input) !== undefined ? part : undefined;
}

/** How many people must allow a tool, where it is more than one. */
export function quorumRules({ quorums = [] }: Terms, tool: string): readonly QuorumRule[] | undefined {
  return quorums.find((quorum) => matchesAny([quorum.tool], tool))?.rules;
}

/** The remembered permission under which the current call may run, if there is one. */
export function permissionFor(acting: Acting): Permission | undefined {
  const { call, permissions = [], parent } = acting;
  const part = parent ? undefined : rememberablePart(acting);
  const input = part === undefined ? undefined : rememberedInput(part, call.input);
  if (part === undefined || input === undefined) return undefined;
  return permissions.find(
    (permission) =>
      permission.tool === call.name && isSamePart(permission.part, part) && isSameJson(permission.input, input),
  );
}

/** Whether a remembered permission let the current call run that it would not have under these terms. */
export function isPermissionOutdated(conversation: Conversation, terms: Terms): boolean {
  if (conversation.status !== "acting" || !conversation.permission) return false;
  return permissionFor({ ...conversation, run: { ...conversation.run, terms } }) === undefined;
}

function isSamePart(a: RememberedPart, b: RememberedPart): boolean {
  if (a === true || b === true) return a === b;
  return a.length === b.length && a.every((field) => b.includes(field));
}

/** Lets the current call run by a remembered permission. */
export function allowCall(recorder: Recorder, { run, call }: Acting, { id, by }: Permission, at: number): void {
  recorder.record({
    type: "tool.allowed",
    at,
    runId: run.id,
    step: run.steps,
    callId: call.id,
    permission: { id, by },
  });
}

/** Remembers that the call of an approval may run again. */
export function grantPermission(recorder: Recorder, { id, approval }: Inquiry, by: string, at: number): void {
  const input = approval?.remember === undefined ? undefined : rememberedInput(approval.remember, approval.input);
  if (approval?.remember === undefined || input === undefined) return;
  recorder.record({
    type: "permission.granted",
    at,
    permission: {
      id: derivedId("perm", recorder.conversation.id, countOf(id), nonceOf(id)),
      tool: approval.tool,
      part: approval.remember,
      input,
      by,
      at,
    },
  });
}
