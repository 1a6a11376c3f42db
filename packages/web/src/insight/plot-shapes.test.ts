import { expect, test } from "vitest";
import { durationText } from "./formats.ts";
import { barsOf, linePath, scaleTop } from "./plot-shapes.ts";

test("[INSIGHT-5] the scale of counts ends with a round number, and that of times with the longest", () => {
  expect([0, 3, 5, 17, 41, 99, 1234].map((highest) => scaleTop(highest, true))).toEqual([4, 4, 5, 20, 50, 100, 2000]);
  expect(scaleTop(1234, false)).toBe(1234);
});

test("[INSIGHT-5] values are drawn as steps or bars over the whole width, and nothing is drawn for none", () => {
  expect(linePath([4, 0], 4)).toBe("M0 1H50V100H100");
  expect(linePath([], 0)).toBe("M0 100H100");
  expect(barsOf([2, 0], 2)).toBe("M7.5 100v-99h35v99z");
  expect(barsOf([0, 0], 0)).toBe("");
});

test("[INSIGHT-5] a duration is given in its largest unit", () => {
  const texts = [0, 900, 59_000, 90_000, 3_600_000, 36_000_000, 50 * 3_600_000].map((ms) => durationText(ms, "en"));
  expect(texts).toEqual(["0 sec", "1 sec", "59 sec", "1.5 min", "1 hr", "10 hr", "2.1 days"]);
});
