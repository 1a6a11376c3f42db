import type { Json } from "@askback/core";
import { expect, test } from "vitest";
import { sha256Of } from "../../sha256.ts";
import { type AskContent, askFingerprint, hasFingerprint, isAskedNow } from "./ask-fingerprint.ts";

const contentOf = (input: Json) =>
  ({ contract: "approval", questions: [], approval: { tool: "deploy", input } }) as AskContent;

test("[EXTERNAL-61] the order of keys does not count, and that of a list does", () => {
  const fingerprint = askFingerprint(contentOf({ a: 1, b: { c: [1, 2], d: null } }), "thread");
  expect(hasFingerprint(fingerprint, contentOf({ b: { d: null, c: [1, 2] }, a: 1 }), "thread")).toBe(true);
  for (const input of [{ a: 1, b: { c: [2, 1], d: null } }, { a: 1 }, { a: "1", b: { c: [1, 2], d: null } }])
    expect(hasFingerprint(fingerprint, contentOf(input), "thread")).toBe(false);
  expect(hasFingerprint(fingerprint, contentOf({ a: 1, b: { c: [1, 2], d: null } }), undefined)).toBe(false);
});

test("[EXTERNAL-61] what was recorded with the first form of fingerprints is found", () => {
  const content = contentOf({ b: 1, a: 2 });
  const first = sha256Of(JSON.stringify([content, undefined]));
  expect(hasFingerprint(first, content, undefined)).toBe(true);
  expect(hasFingerprint(first, contentOf({ b: 1, a: 3 }), undefined)).toBe(false);
  // In another order it is found by what its inquiry asks.
  const record = { ...content, origin: { by: "agent", fingerprint: first } } as unknown as Parameters<
    typeof isAskedNow
  >[0];
  expect(isAskedNow(record, contentOf({ a: 2, b: 1 }), undefined)).toBe(true);
});
