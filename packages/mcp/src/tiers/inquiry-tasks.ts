import type { Client } from "@askback/client";
import { inputRequired } from "@modelcontextprotocol/server";
import type { Call } from "../call.ts";
import { showsCards } from "../card/apps.ts";
import { toForm } from "../form.ts";
import { type Asked, toAsked } from "../inquiries.ts";
import { isResolved, resolutionResult } from "../resolution.ts";
import { respond, toFormResponse } from "../respond.ts";
import { noteReturned } from "../take-over.ts";
import type { DetailedTask, TaskSource } from "../tasks.ts";
import { showsForms } from "./tier.ts";

export interface Askers {
  /** Holds the key that asks. */
  readonly client: Client;
  /** Holds a key that may answer, if one was given. */
  readonly answers?: Client | undefined;
}

const pollIntervalMs = 2_000;

/** Inquiries as tasks: the id of a task is that of its inquiry, so that nothing else has to be stored. */
export function createInquiryTasks({ client, answers }: Askers): TaskSource {
  async function read(id: string, { signal }: Call): Promise<Asked | undefined> {
    const found = await client.inquiries.get(id, {}, { signal });
    if (found.ok) return toAsked(found.value);
    if (found.error.status === 404) return undefined;
    throw new Error(found.error.title);
  }

  return {
    async get(id, call) {
      const asked = await read(id, call);
      if (asked && isResolved(asked.inquiry)) await noteReturned(client, asked, call.signal);
      return asked && toTask(asked, call, answers !== undefined);
    },
    async update(id, responses, call) {
      const asked = await read(id, call);
      const response = asked && toFormResponse(responses[requestKey(asked)]);
      // An answer that does not fit leaves the request open; whoever was first has answered it.
      if (asked && response && answers) await respond(answers, asked.inquiry, response, call.signal);
    },
    async cancel(id, { signal }) {
      await client.inquiries.withdraw(id, { signal });
    },
  };
}

export function toTask(asked: Asked, { capabilities, hasTitledChoices }: Call, canAnswer: boolean): DetailedTask {
  const { inquiry, contract } = asked;
  const { id: taskId, askedAt, amendedAt, resolution } = inquiry;
  const task = {
    taskId,
    createdAt: askedAt,
    lastUpdatedAt: resolution?.at ?? amendedAt ?? askedAt,
    ttlMs: null,
    pollIntervalMs,
  };
  if (!isResolved(inquiry)) {
    // Where a card is shown, a form would ask the same again; a held answer has won.
    if (!canAnswer || inquiry.status === "held" || !showsForms(capabilities) || showsCards(capabilities))
      return { ...task, status: "working" };
    const form = inputRequired.elicit(toForm(inquiry, { hasTitledChoices }));
    return { ...task, status: "input_required", inputRequests: { [requestKey(asked)]: form } };
  }
  if (inquiry.resolution.type === "withdrawn") return { ...task, status: "cancelled" };
  return { ...task, status: "completed", result: resolutionResult(contract, inquiry) };
}

/** A new key for each revision, since an answer to an older one answers something else. */
function requestKey({ inquiry: { revision } }: Asked): string {
  return `answer-${revision}`;
}
