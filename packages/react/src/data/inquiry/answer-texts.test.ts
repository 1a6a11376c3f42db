import { expect, test } from "vitest";
import { inquiryOf } from "../../testing/samples.ts";
import { answerTexts } from "./answer-texts.ts";

test("[INBOX-5] the texts of an answer are its labels and own words, without what was skipped", () => {
  const answers = [
    { question: "q1", options: ["o2"], text: "black" },
    { question: "q2", skipped: true as const },
  ];
  const resolution = { type: "answered" as const, at: "2026-11-15T09:00:00.000Z", by: "ana", answers };
  expect(answerTexts(inquiryOf({ status: "answered", resolution }))).toEqual(["Coffee", "black"]);
  expect(answerTexts(inquiryOf())).toEqual([]);
});
