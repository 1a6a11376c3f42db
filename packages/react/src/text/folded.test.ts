import { expect, test } from "vitest";
import { foldedWithPlaces } from "./folded.ts";

test.each([
  ["Café au lait", "cafe", "Café"],
  ["Cafe\u0301 au lait", "cafe", "Cafe\u0301"],
  ["İstanbul 😀 Öl", "ol", "Öl"],
  ["ein ﬁnger", "fi", "ﬁ"],
])("[CHAT-9] in %j, %j is found and marks what was written", (text, wanted, written) => {
  const { text: all, places } = foldedWithPlaces(text);
  const at = all.indexOf(wanted);
  expect(text.slice(places[at], places[at + wanted.length]).trim()).toBe(written);
});
