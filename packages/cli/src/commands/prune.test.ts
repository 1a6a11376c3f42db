import { expect, test } from "vitest";
import { readSettings } from "../settings/settings.ts";
import { prune } from "./prune.ts";

const settings = await readSettings({ dataDir: "nowhere" }, {}, "/");

test.each([
  [{ olderThan: "90" }, "--older-than"],
  [{ olderThan: "0d" }, "--older-than"],
  [{ logOlderThan: "30m" }, "--log-older-than"],
  [{ logOlderThan: "-1d" }, "--log-older-than"],
])("[OPS-7] a malformed age is refused: %j", async (flags, name) => {
  await expect(prune(settings, { ...flags, yes: true })).rejects.toMatchObject({
    message: expect.stringMatching(new RegExp(`^${name} = ".*" is not an age$`)),
    hint: "Use hours, days or weeks, at least one: 36h, 90d, 12w.",
  });
});

test("[OPS-7] prune without an age is refused", async () => {
  await expect(prune(settings, { yes: true })).rejects.toThrow("no flag names what to remove");
});

test("[OPS-7] prune keeps conversations for at least a day, while a request can be repeated", async () => {
  await expect(prune(settings, { olderThan: "23h", yes: true })).rejects.toThrow(
    '--older-than = "23h" is less than a day',
  );
  await expect(prune(settings, { olderThan: "24h", yes: true })).rejects.toThrow("there is no Askback data in");
});
