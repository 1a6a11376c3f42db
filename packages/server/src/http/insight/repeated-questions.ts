import { answerText, askFingerprint, type InquiryRecord, neutralise, standingMisfit } from "@askback/core";
import type { Store } from "../../store/store.ts";

export interface RepeatedQuestion {
  readonly agent: string;
  readonly question: string;
  readonly questions: number;
  readonly count: number;
  readonly lastAskedAt: number;
  readonly inquiryId: string;
  readonly answeredId?: string;
  /** How that was answered. */
  readonly answer?: string;
}

const pageSize = 200;
const maxExamined = 5_000;
const maxListed = 20;

/** What the same agent asked again and again since a time, among the newest inquiries. Approvals are each about one call. */
export async function readRepeatedQuestions(
  store: Pick<Store, "inquiries">,
  project: string,
  since: number,
): Promise<readonly RepeatedQuestion[]> {
  const found = new Map<string, RepeatedQuestion>();
  let cursor: string | undefined;
  for (let examined = 0; examined < maxExamined; examined += pageSize) {
    const page = await store.inquiries({ project, order: "newest", limit: pageSize, cursor });
    const young = page.items.filter(({ askedAt }) => askedAt >= since);
    for (const record of young) if (!record.approval) count(found, record);
    if (page.next === undefined || young.length < page.items.length) break;
    cursor = page.next;
  }
  return [...found.values()]
    .filter(({ count: times }) => times > 1)
    .sort((a, b) => b.count - a.count || b.lastAskedAt - a.lastAskedAt)
    .slice(0, maxListed);
}

/** Newer ones come first. */
function count(found: Map<string, RepeatedQuestion>, record: InquiryRecord): void {
  const { id, agent, questions, askedAt } = record;
  const key = JSON.stringify([agent, askFingerprint(questions)]);
  const known = found.get(key) ?? {
    agent,
    question: neutralise(questions[0]?.text ?? ""),
    questions: questions.length,
    count: 0,
    lastAskedAt: askedAt,
    inquiryId: id,
  };
  found.set(key, { ...known, ...(known.answeredId === undefined && answerOf(record)), count: known.count + 1 });
}

/** An answer that can be made a standing one. */
function answerOf(record: InquiryRecord): Pick<RepeatedQuestion, "answeredId" | "answer"> {
  const { id, resolution } = record;
  if (resolution?.type !== "answered" || standingMisfit(record, resolution)) return {};
  return { answeredId: id, answer: neutralise(answerText(record, resolution, ", ")) };
}
