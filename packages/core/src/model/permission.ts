import { isObject, type Json } from "./tool-call.ts";

/** The part of a call's input that must be the same for a remembered permission: all of it, or fields by their paths. */
export type RememberedPart = true | readonly string[];

/** Says that people may allow a gated tool for the rest of a conversation. */
export interface RememberRule {
  /** A pattern of `approve`. */
  readonly tool: string;
  readonly part: RememberedPart;
}

/** A person's permission for later calls of a tool in one conversation. */
export interface Permission {
  readonly id: string;
  readonly tool: string;
  readonly part: RememberedPart;
  /** A call matches if it has this input: the whole input, or its fields by their paths. */
  readonly input: Json;
  readonly by: string;
  readonly at: number;
}

/** The part of an input that is compared; undefined if it lacks one of the fields. */
export function rememberedInput(part: RememberedPart, input: Json): Json | undefined {
  if (part === true) return input;
  const values: [string, Json][] = [];
  for (const path of part) {
    const value = valueAt(input, path.split("."));
    if (value === undefined) return undefined;
    values.push([path, value]);
  }
  return Object.fromEntries(values);
}

function valueAt(input: Json, path: readonly string[]): Json | undefined {
  const [key, ...rest] = path;
  if (key === undefined) return input;
  if (!isObject(input) || !Object.hasOwn(input, key)) return undefined;
  const value = input[key];
  return value === undefined ? undefined : valueAt(value, rest);
}

/** Whether two values are the same JSON; the order of keys does not count. */
export function isSameJson(a: Json, b: Json): boolean {
  return canonicalJson(a) === canonicalJson(b);
}

/** The value as JSON in which keys are in the order of their names, so that it is the same text for the same JSON. */
export function canonicalJson(value: Json): string {
  if (isList(value)) return `[${value.map(canonicalJson).join()}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join()}}`;
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
