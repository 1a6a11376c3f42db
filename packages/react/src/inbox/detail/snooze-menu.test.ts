import { expect, test } from "vitest";
import { snoozeTimes } from "./snooze-menu.tsx";

const now = new Date(2026, 10, 15, 14, 20).getTime();
const hour = 3_600_000;

test("[INBOX-7] an inquiry can be snoozed for half an hour, two hours, or until nine tomorrow", () => {
  expect(snoozeTimes([{}], now)).toEqual([
    { name: "half-hour", until: now + hour / 2 },
    { name: "two-hours", until: now + 2 * hour },
    { name: "tomorrow", until: new Date(2026, 10, 16, 9).getTime() },
  ]);
});

test("[INBOX-7] with a deadline it can be snoozed until an hour before, and never beyond", () => {
  const times = snoozeTimes([{}, { deadline: new Date(now + 5 * hour).toISOString() }], now);
  expect(times.map(({ name }) => name)).toEqual(["half-hour", "two-hours", "before-expiry"]);
  expect(times.at(-1)?.until).toBe(now + 4 * hour);
  expect(snoozeTimes([{ deadline: new Date(now + hour / 4).toISOString() }], now)).toEqual([]);
});
