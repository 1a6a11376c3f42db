import { neutralise } from "@askback/core";
import type { Amendment } from "../data/inquiry/inquiry-card.ts";
import type { InquiryChange } from "../data/inquiry/inquiry-changes.ts";
import type { MessageDescriptor } from "../i18n/use-translation.ts";
import { markdownToPlainText } from "../text/plain-text.ts";
import { bidiIsolate } from "../text/sentence.tsx";
import type { TimeFormat } from "../ui/time.tsx";

/** How times and lists are written in the reader's language. */
export interface AmendmentFormats {
  readonly time: TimeFormat;
  list(labels: readonly string[]): string;
}

/** What an asker changed, sentence by sentence; what became of the person's answer comes first. */
export function amendmentMessages(amendment: Amendment, formats: AmendmentFormats): readonly MessageDescriptor[] {
  const { changes, droppedPicks, isAnswerRefused } = amendment;
  return [
    ...(isAnswerRefused ? [{ id: "external.changed.refused" } as const] : []),
    ...changes.map((change) => changeMessage(change, formats)),
    ...(droppedPicks.length > 0
      ? [{ id: "external.changed.dropped", values: { labels: labelList(droppedPicks, formats) } } as const]
      : []),
  ];
}

function changeMessage(change: InquiryChange, formats: AmendmentFormats): MessageDescriptor {
  switch (change.type) {
    case "question":
      return { id: "external.changed.question", values: { text: plain(change.before) } };
    case "question-added":
    case "question-removed":
      return { id: `external.changed.${change.type}`, values: { text: plain(change.text) } };
    case "options-added":
    case "options-removed":
      return { id: `external.changed.${change.type}`, values: { labels: labelList(change.labels, formats) } };
    case "deadline":
      return change.at === undefined
        ? { id: "external.changed.no-deadline" }
        : { id: "external.changed.deadline", values: { time: formats.time(change.at) } };
    case "details":
    case "context":
    case "call":
      return { id: `external.changed.${change.type}` };
  }
}

function labelList(labels: readonly string[], { list }: AmendmentFormats): string {
  return list(labels.map((label) => bidiIsolate(neutralise(label))));
}

function plain(text: string): string {
  return bidiIsolate(neutralise(markdownToPlainText(text)));
}
