import { expect, test } from "vitest";
import { createCipher } from "./cipher.ts";

const text = "Blackbird 🐦 a\0b";
const cipher = createCipher("secret", "drafts");

test("[PERSONAL-2] a text is decrypted with the same secret for the same owner, and its ciphertext holds no word of it", () => {
  const encrypted = cipher.encrypt(text, "anna");
  expect(createCipher("secret", "drafts").decrypt(encrypted, "anna")).toBe(text);
  expect(Buffer.from(encrypted, "base64url").toString("latin1")).not.toContain("Blackbird");
  expect(cipher.encrypt(text, "anna")).not.toBe(encrypted);
});

test("[PERSONAL-2] a text of another secret, of another owner, or changed since it was encrypted is not decrypted", () => {
  const encrypted = cipher.encrypt(text, "anna");
  expect(createCipher("another", "drafts").decrypt(encrypted, "anna")).toBeUndefined();
  expect(cipher.decrypt(encrypted, "ben")).toBeUndefined();
  const bytes = Buffer.from(encrypted, "base64url");
  for (const at of [0, 12, bytes.length - 1]) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(cipher.decrypt(changed.toString("base64url"), "anna")).toBeUndefined();
  }
  for (const broken of ["", "x", encrypted.slice(0, 20)]) expect(cipher.decrypt(broken, "anna")).toBeUndefined();
});
