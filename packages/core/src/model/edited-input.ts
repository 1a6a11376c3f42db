import { visibleJson } from "../ask/plain-text.ts";
import type { AnswerSet } from "./answer.ts";
import type { Inquiry } from "./inquiry.ts";
import { isSameJson } from "./permission.ts";
import { isObject, type Json } from "./tool-call.ts";

/** The option of an approval that allows this one call. */
export const allowOnceId = "o1";

/** Why the input of an allowed call cannot be changed like this; the schema of the tool is checked by the server. */
export function editMisfit(
  { approval }: Pick<Inquiry, "approval">,
  input: Json,
  [answer]: AnswerSet["answers"],
): string | undefined {
  if (!approval) return "input: only the call of an approval has one";
  if (isSameJson(input, approval.input)) return undefined;
  if (!approval.editable) return "input: this call can be allowed only as it is";
  if (!isObject(input)) return "input: must be an object";
  const allows = answer && !("skipped" in answer) && answer.options?.[0] === allowOnceId;
  return allows ? undefined : `input: a changed call can only be allowed once, with option ${allowOnceId}`;
}

interface InputChange {
  readonly path: string;
  readonly before?: Json;
  readonly after?: Json;
}

/** The fields in which two inputs differ, by their paths; lists are compared as a whole. */
function inputChanges(before: Json | undefined, after: Json | undefined, path: string): readonly InputChange[] {
  if (before !== undefined && after !== undefined && isSameJson(before, after)) return [];
  if (isObject(before) && isObject(after))
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
      inputChanges(fieldOf(before, key), fieldOf(after, key), path === "" ? key : `${path}.${key}`),
    );
  return [{ path, ...(before !== undefined && { before }), ...(after !== undefined && { after }) }];
}

function fieldOf(object: { readonly [key: string]: Json }, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

const maxValueLength = 1_000;

/** Tells the model, before the result of a call, what a person changed in its input. */
export function editText(before: Json, after: Json): string {
  const changes = inputChanges(before, after, "").map(({ path, before: from, after: to }) => {
    if (from === undefined) return `- ${path}: added ${shown(to)}`;
    if (to === undefined) return `- ${path}: removed (was ${shown(from)})`;
    return `- ${path}: ${shown(to)} (was ${shown(from)})`;
  });
  return ["The user changed the input of this call before allowing it, and it ran as changed:", ...changes].join("\n");
}

function shown(value: Json | undefined): string {
  const text = visibleJson(value ?? null);
  return text.length <= maxValueLength ? text : `${text.slice(0, maxValueLength).toWellFormed()}...`;
}
