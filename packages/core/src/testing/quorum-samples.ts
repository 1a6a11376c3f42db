import type { QuorumRule } from "../model/quorum.ts";
import type { Outcome } from "./given.ts";
import { answer, calls, reply, sqlite, terms, thinking } from "./samples.ts";

export const deploy = { quorums: [{ tool: "deploy", rules: [{ count: 2 }] }], approve: ["deploy"] };
export const eachOfTwo = [
  { group: "ops", count: 1 },
  { group: "law", count: 1 },
];

/** A call of `deploy` in zoe's conversation, which several people have to allow. */
export function gated(
  rules: readonly QuorumRule[] = [{ count: 2 }],
  call = calls("c1", "deploy", { to: "production" }),
) {
  const some = { ...terms, ...deploy, quorums: [{ tool: "deploy", rules }] };
  return thinking({ by: "zoe", terms: some }).when(reply(call));
}

export function allow(by: string, some: Parameters<typeof answer>[1] = {}) {
  return answer(sqlite, { by, ...some });
}

export function recordOf({ projection }: Outcome) {
  const record = projection.inquiries.at(-1);
  if (!record) throw new Error("nothing was asked");
  return record;
}
