import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { beyondLimits } from "../../bench/deliveries-limits.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

test("[NOTIFY-20] deliveries that are due at once are sent once, in bounded memory, beside an API that responds", async () => {
  const args = ["--conditions=@askback/source", "bench/main.ts", "deliveries", "--small"];
  // It ends with 1, and this fails, where a promise is broken.
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root });
  expect(JSON.parse(stdout)).toMatchObject({ deliveries: 2_000, repeated: 0, missing: 0 });
});

test("[NOTIFY-20] the bench fails where memory grows without bound, or the API does not respond", () => {
  const taken = { grownMb: 300, ratioToAloneP50: 4, ratioToAloneP99: 8 };
  expect(beyondLimits(taken)).toEqual([]);
  expect(beyondLimits({ ...taken, grownMb: 2_000 })).toEqual([expect.stringContaining("memory grew by 2000 MB")]);
  expect(beyondLimits({ ...taken, ratioToAloneP50: 90 })).toEqual([expect.stringContaining("(median)")]);
  expect(beyondLimits({ ...taken, ratioToAloneP99: 90 })).toEqual([expect.stringContaining("(99th percentile)")]);
});
