import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { nodeRefusal } from "./node-version.ts";

test.each(["22.18.0", "22.21.1", "23.0.0", "24.0.0", "100.1.0"])("[PACK-7] Node %s is new enough", (version) => {
  expect(nodeRefusal(version)).toBeUndefined();
});

test.each(["4.9.1", "18.20.8", "20.19.5", "22.0.0", "22.17.1"])(
  "[PACK-8] Node %s is refused in one line",
  (version) => {
    expect(nodeRefusal(version)).toBe(
      `askback needs Node 22.18 or newer, and this is Node ${version}: install a newer one from https://nodejs.org`,
    );
  },
);

test("[PACK-8] package.json names the same Node", () => {
  const { engines } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  expect(engines.node).toBe(">=22.18");
});
