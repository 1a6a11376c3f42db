import type { Failure, Reply } from "@askback/client";
import type { Known } from "./live.ts";

export function valueIn<Value>(known: Known<Value>): Value | undefined {
  return known.status === "loading" ? undefined : known.value;
}

/** The same as before where the value is, so that nobody is told of nothing. */
export function ready<Value>(before: Known<Value>, value: Value): Known<Value> {
  return before.status === "ready" && before.value === value ? before : { status: "ready", value };
}

/** What was known stays known. */
export function failed<Value>(before: Known<Value>, problem: Failure): Known<Value> {
  const value = valueIn(before);
  return { status: "failed", problem, ...(value !== undefined && { value }) };
}

export function known<Value>(before: Known<Value>, reply: Awaited<Reply<Value>>): Known<Value> {
  return reply.ok ? ready(before, reply.value) : failed(before, reply.error);
}
