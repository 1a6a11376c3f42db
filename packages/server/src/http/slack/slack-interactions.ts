import type { InquiryRecord } from "@askback/core";
import { optionField } from "../../notify/deliver/answer-fields.ts";
import { questionUrl } from "../../notify/deliver/links.ts";
import type { Slack } from "../../notify/slack/slack.ts";
import {
  type DialogValues,
  dialogView,
  hasOwnWordsOption,
  ownWordsOption,
  valuesOf,
  wordsOf,
} from "../../notify/slack/slack-dialog.ts";
import { slackForm } from "../../notify/slack/slack-form.ts";
import { endedBy, endingText, readReference, referenceOf } from "../../notify/slack/slack-message.ts";
import { answerOf } from "../pages/answer-form.ts";
import { refusalProblem } from "../problems/refusal-problem.ts";
import { type GivenResolution, resolveForPerson } from "../resolve-for-person.ts";
import type { SecretBox } from "../secrets.ts";
import type { Services } from "../services.ts";
import { type Asked, findAsked } from "./find-asked.ts";
import { readAct, type SlackAct, SlackPayload } from "./slack-payload.ts";
import { createSlackReplies, type Shown } from "./slack-replies.ts";

export interface SlackInteractionsOptions {
  readonly services: Pick<Services, "store" | "answering" | "runtime" | "clock" | "agents"> & {
    readonly secretBox: SecretBox;
  };
  readonly slack: Slack;
  /** The address of this server as people reach it. */
  baseUrl(): string;
  onError(error: unknown): void;
}

export interface SlackInteractions {
  /** What Slack is answered, in the time that it gives; it never throws for what Slack or its people send. */
  handle(payload: unknown): Promise<object | undefined>;
  /** Waits for what is under way. */
  settled(): Promise<void>;
}

/** Calls of one interaction to Slack have this long. */
const timeoutMs = 15_000;

/** Does what people do in Slack, by the same commands as a link that answers. Done twice, it changes nothing. */
export function createSlackInteractions(options: SlackInteractionsOptions): SlackInteractions {
  const { services, slack, baseUrl, onError } = options;
  const { store, answering, clock } = services;
  const replies = createSlackReplies(slack.api, clock);
  const underWay = new Set<Promise<unknown>>();

  async function respond(payload: SlackPayload, act: SlackAct, signal: AbortSignal): Promise<Shown> {
    const { deliveryId, revision } = readReference(act.reference);
    const found = await findAsked({ store, answering, slack }, payload, deliveryId, signal);
    switch (found.type) {
      case "not-theirs":
        return messageOf("This question was not sent to you, or it is gone. Nothing was changed.");
      case "unclear":
        return messageOf("Slack did not say who you are. Nothing was changed. Try again.");
      case "asked":
        return act.what.type === "open-dialog"
          ? openDialog(found.asked.record, deliveryId)
          : decide(found.asked, { deliveryId, revision, act, values: valuesIn(payload) });
    }
  }

  async function openDialog(record: InquiryRecord, deliveryId: string): Promise<Shown> {
    if (record.status !== "open") return ended(record);
    const { id, revision } = record;
    if (slackForm(record).type === "page") return messageOf("This is answered in Askback.", { url: urlOf(id) });
    const reference = referenceOf(deliveryId, revision);
    return { type: "dialog", view: dialogView({ record, reference, pageUrl: urlOf(id) }) };
  }

  async function decide({ who, record }: Asked, given: Given): Promise<Shown> {
    const { deliveryId, revision, act, values } = given;
    const dialogAgain = (current: InquiryRecord, wrong: string): Shown => {
      const reference = referenceOf(deliveryId, current.revision);
      return {
        type: "dialog",
        view: dialogView({ record: current, reference, pageUrl: urlOf(record.id), values, wrong }),
      };
    };
    const read = readGiven(record, act, values);
    if ("wrong" in read) {
      if (record.status !== "open") return ended(record, values);
      // It may have become a secret since, which Slack would store.
      if (slackForm(record).type === "page")
        return messageOf("This is answered in Askback.", { url: urlOf(record.id) });
      return dialogAgain(record, read.wrong);
    }
    const answer = { who, inquiryId: record.id, revision, given: read.given, via: "slack" } as const;
    const result = await resolveForPerson(services, answer);
    switch (result.type) {
      case "resolved":
        return { type: "done" };
      case "conflict":
        return ended(result.record, values);
      case "unknown":
        return messageOf("You may not answer this any more. Nothing was changed.", { given: wordsOf(record, values) });
      case "refused": {
        const { refusal } = result;
        const current = (await store.inquiry(record.id)) ?? record;
        if (refusal.code === "answer-misfit" && act.what.type === "send-dialog")
          return dialogAgain(current, refusal.reason);
        const url = urlOf(record.id);
        if (refusal.code !== "revision-changed")
          return messageOf(`${refusalProblem(refusal).title}. Nothing was changed.`, {
            url,
            given: wordsOf(record, values),
          });
        const isAskedAgain = act.what.type === "send-dialog" && slackForm(current).type !== "page";
        if (isAskedAgain) return dialogAgain(current, "The question was changed meanwhile. Please read it again.");
        return messageOf("The question was changed meanwhile. Nothing was sent.", {
          url,
          given: wordsOf(record, values),
        });
      }
    }
  }

  /** Who won, and how; whatever somebody gave for nothing stays in front of them. */
  async function ended(record: InquiryRecord, values: DialogValues = {}): Promise<Shown> {
    const by = endedBy(record);
    const ending = endingText(record, by && (await slack.nameOf(by)));
    return messageOf(`${ending}. Nothing was changed.`, { url: urlOf(record.id), given: wordsOf(record, values) });
  }

  function urlOf(inquiryId: string): string {
    return questionUrl(baseUrl(), inquiryId);
  }

  return {
    async handle(sent) {
      const parsed = SlackPayload.safeParse(sent);
      const act = parsed.success ? readAct(parsed.data) : undefined;
      if (!parsed.success || !act) return undefined;
      const work = respond(parsed.data, act, AbortSignal.timeout(timeoutMs)).catch((error): Shown => {
        onError(error);
        return messageOf("Askback could not do this just now. Nothing is lost: try again.");
      });
      const reply = replies.give(parsed.data, work);
      underWay.add(reply.done);
      void reply.done.catch(onError).finally(() => underWay.delete(reply.done));
      return reply.answer;
    },
    settled: async () => void (await Promise.allSettled(underWay)),
  };
}

interface Given {
  readonly deliveryId: string;
  readonly revision: number;
  readonly act: SlackAct;
  readonly values: DialogValues;
}

function messageOf(words: string, more: { readonly url?: string; readonly given?: readonly string[] } = {}): Shown {
  return { type: "message", words, ...more };
}

function valuesIn(payload: SlackPayload): DialogValues {
  return payload.view ? valuesOf(payload.view.state.values) : {};
}

/** What somebody decided, or why that is no answer. */
function readGiven(
  record: InquiryRecord,
  { what }: SlackAct,
  values: DialogValues,
): { readonly given: GivenResolution } | { readonly wrong: string } {
  switch (what.type) {
    case "delegate":
    case "decline":
      return { given: { type: what.type } };
    case "pick": {
      const [question] = record.questions;
      return {
        given: { type: "answer", set: { answers: [{ question: question?.id ?? "", options: [what.option] }] } },
      };
    }
    case "open-dialog":
    case "send-dialog": {
      const set = answerOf(record, withoutOwnWordsOption(record, values));
      return set ? { given: { type: "answer", set } } : { wrong: "Pick an answer, or write one." };
    }
  }
}

/** The pick "In my own words" says only that none of the options is picked. */
function withoutOwnWordsOption({ questions }: InquiryRecord, values: DialogValues): Record<string, string | string[]> {
  const fields = questions.filter(hasOwnWordsOption).map(optionField);
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      fields.includes(name) && value === ownWordsOption ? [] : typeof value === "string" ? value : [...value],
    ]),
  );
}
