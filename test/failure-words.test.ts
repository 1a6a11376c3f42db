import { failureKinds, failureWords } from "@askback/core";
import { expect, test } from "vitest";
import { failure } from "../packages/react/src/i18n/en/failure.ts";

test.each([...failureKinds, undefined])("[FAILURE-2] mail and chat say of %s what the app says in English", (kind) => {
  const id = kind ?? ("unknown" as const);
  expect(failureWords(kind)).toBe(`${failure[`failure.what.${id}`]} ${failure[`failure.do.${id}`]}`);
});
