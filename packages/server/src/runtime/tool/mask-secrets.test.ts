import fc from "fast-check";
import { expect, test } from "vitest";
import { maskSecrets } from "./mask-secrets.ts";

test("[SECRET-2] a secret that contains another is hidden as a whole, whichever was opened first", () => {
  for (const secrets of [
    ["hunter2", "hunter2-production"],
    ["hunter2-production", "hunter2"],
  ])
    expect(maskSecrets("with hunter2-production and hunter2", secrets)).toBe("with [secret] and [secret]");
});

test("[SECRET-2] of secrets that overlap in a text no part is left", () => {
  expect(maskSecrets("an abcdefghi here", ["abcdef", "defghi"])).toBe("an [secret] here");
  expect(maskSecrets("aaaaa", ["aa"])).toBe("[secret]");
  expect(maskSecrets("one two", ["one", "two"])).toBe("[secret] [secret]");
  expect(maskSecrets("onetwo", ["two", "one"])).toBe("[secret][secret]");
});

test("[SECRET-2] what takes the place of a secret is not changed by another one", () => {
  expect(maskSecrets("hunter2 secret", ["hunter2", "secret"])).toBe("[secret] [secret]");
});

test("[SECRET-2] the order of secrets and their forms in JSON change nothing", () => {
  const secret = fc.string({ unit: fc.constantFrom("a", "b", '"', "\\"), minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(fc.array(secret, { maxLength: 4 }), fc.string(), (secrets, between) => {
      const text = [...secrets, JSON.stringify(secrets)].join(between);
      expect(maskSecrets(text, secrets)).toBe(maskSecrets(text, secrets.toReversed()));
    }),
  );
});
