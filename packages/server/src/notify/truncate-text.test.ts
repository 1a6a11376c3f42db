import type { Notification } from "@askback/core";
import { expect, test } from "vitest";
import { digestMail } from "./mail/mail-content.ts";
import { plain } from "./slack/slack-text.ts";
import { truncateText } from "./truncate-text.ts";

const family = "👨‍👩‍👧";

test("[NOTIFY-25] a text that fits stays as it is, and a longer one ends with an ellipsis within its limit", () => {
  expect([truncateText("abcd", 4), truncateText("abcde", 4), truncateText("", 4)]).toEqual(["abcd", "abc…", ""]);
});

test("[NOTIFY-25] no emoji, flag or letter with its marks is cut in two", () => {
  for (const character of ["😀", family, "🇩🇪", "e\u0301", "👍🏽"])
    for (let max = 3; max < 3 + character.length; max += 1)
      expect(truncateText(`ab${character}cdefghi`, max), `${character} at ${max}`).toBe("ab…");
});

test("[NOTIFY-25] a character with more marks than fit is cut between code points", () => {
  expect(truncateText(`e${"\u0301".repeat(9)}`, 4)).toBe("e\u0301\u0301…");
  expect(truncateText(family, 3)).toBe("👨…");
  expect(truncateText(family, 2)).toBe("…");
  // Half a pair that an agent wrote is not of our making.
  expect(truncateText("a\ud83d", 9)).toBe("a\ud83d");
});

test("[NOTIFY-25] mail and Slack cut at whole characters", () => {
  const message = `${"a".repeat(298)}${family}${"b".repeat(20)}`;
  const notification = {
    title: "Agent question",
    message,
    pageUrl: "https://askback.example.com/q/1",
  } as Notification & {
    readonly pageUrl: string;
  };
  const digest = { id: "ntc_1", project: "default", person: "ana", address: "", why: "", unsubscribeUrl: "" };
  expect(digestMail({ ...digest, notifications: [notification] }).text).toContain(`${"a".repeat(298)}…\n`);
  expect(plain(message, 300).text).toBe(`${"a".repeat(298)}…`);
});
