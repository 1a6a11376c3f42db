import { expect, test } from "vitest";
import { createSeal } from "./seal.ts";

const text = "Blackbird 🐦 a\0b";

test("[MINE-2] a sealed text is opened with the same secret at the same place, and holds no word of it", () => {
  const sealed = createSeal("secret").close(text, "here");
  expect(createSeal("secret").open(sealed, "here")).toBe(text);
  expect(Buffer.from(sealed, "base64url").toString("latin1")).not.toContain("Blackbird");
  expect(createSeal("secret").close(text, "here")).not.toBe(sealed);
});

test("[MINE-2] what was sealed elsewhere, for another place, or changed since, is as good as nothing", () => {
  const sealed = createSeal("secret").close(text, "here");
  expect(createSeal("another").open(sealed, "here")).toBeUndefined();
  expect(createSeal("secret").open(sealed, "there")).toBeUndefined();
  const bytes = Buffer.from(sealed, "base64url");
  for (const at of [0, 12, bytes.length - 1]) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(createSeal("secret").open(changed.toString("base64url"), "here")).toBeUndefined();
  }
  for (const broken of ["", "x", sealed.slice(0, 20)])
    expect(createSeal("secret").open(broken, "here")).toBeUndefined();
});
