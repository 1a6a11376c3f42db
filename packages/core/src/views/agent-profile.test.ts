import { expect, test } from "vitest";
import { nameInWords, profileOf, readableName } from "./agent-profile.ts";

test.each([
  ["planner", "Planner", "P"],
  ["release-manager", "Release manager", "R"],
  ["release_manager", "Release manager", "R"],
  ["releaseManager", "Release manager", "R"],
  ["--qa--lead--", "Qa lead", "Q"],
  ["QA-lead", "QA lead", "Q"],
  ["GitHub-triage", "GitHub triage", "G"],
  ["iOS", "IOS", "I"],
  ["écrivain", "Écrivain", "É"],
  ["𐐨lm", "𐐀lm", "𐐀"],
  ["42", "42", "4"],
  ["\u202Eevil\u200B", "Evil", "E"],
  ["--", "--", "-"],
  ["", "", "?"],
])("[HTTP-9] the agent `%s` is shown as %s, with %s in its avatar", (name, title, symbol) => {
  expect(profileOf(name)).toMatchObject({ title, avatar: { symbol } });
});

test("[HTTP-9] the hue derives from the name alone, and names that are alike differ in it", () => {
  const hues = ["planner", "planner2", "reader", "writer"].map((name) => profileOf(name, { title: "Same" }).avatar.hue);
  expect(new Set(hues).size).toBe(hues.length);
  expect(hues.every((hue) => Number.isInteger(hue) && hue >= 0 && hue < 360)).toBe(true);
  expect(profileOf("planner").avatar.hue).toBe(hues[0]);
});

test("[HTTP-9] what a definition gives is shown as given, and the letter is that of its title", () => {
  expect(profileOf("planner", { title: "Trips", avatar: { hue: 5 } })).toEqual({
    title: "Trips",
    avatar: { symbol: "T", hue: 5 },
  });
});

test.each([
  ["update_todos", "update todos", "Update todos"],
  ["github__create-issue", "github: create issue", "Github: create issue"],
  ["shop__sendEmail", "shop: send email", "Shop: send email"],
  ["note", "note", "Note"],
  ["日本", "日本", "日本"],
  ["_", "_", "_"],
  ["__", "__", "__"],
  ["__init__", "init", "Init"],
  ["a\u202E__b", "a: b", "A: b"],
])("[WEB-3] the tool `%s` is named in words", (tool, inSentence, alone) => {
  expect([nameInWords(tool), readableName(tool)]).toEqual([inSentence, alone]);
});
