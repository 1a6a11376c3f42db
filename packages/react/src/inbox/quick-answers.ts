import type { Inquiry, Option } from "@askback/core/wire";
import { isOneTap } from "../card/one-tap.ts";

const most = 3;
const longest = 24;

/** The options that a row offers: only where one tap may answer, all of them are short, and no draft would be lost by it. */
export function quickAnswers(inquiry: Inquiry): readonly Option[] {
  const [question] = inquiry.questions;
  if (inquiry.status !== "open" || inquiry.mine?.draftedAt || !question || !isOneTap(inquiry)) return [];
  const { options } = question;
  const isShort = options.length <= most && options.every(({ label }) => [...label].length <= longest);
  return isShort ? options : [];
}
