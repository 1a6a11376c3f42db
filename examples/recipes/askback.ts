import { createServer, type Server } from "node:http";
import { createClient } from "@askback/client";
import type { WebhookMessage } from "@askback/core/wire";
import { Webhook } from "standardwebhooks";

const { ASKBACK_URL: url = "http://127.0.0.1:4100", ASKBACK_KEY: key = "" } = process.env;
const { WEBHOOK_URL: webhook = "http://127.0.0.1:4200/", WEBHOOK_SECRET: secret = "" } = process.env;

/** A question of one step of one run. */
export interface Question {
  readonly host: string;
  /** The host's own ids, which a run has again after a crash, and a step when it is tried again. */
  readonly run: string;
  readonly step: string;
  /** What the run waits for; the webhook brings it back. It must be the same when the step is tried again. */
  readonly token: string;
  readonly question: string;
  readonly options: readonly string[];
}

/** How a question ended. Only what a person said has a text. */
export interface Answer {
  readonly inquiryId: string;
  readonly type: string;
  readonly text?: string;
  readonly by?: string;
}

/** Completes what a run waits for. It may be called more than once with the same answer. */
export type Complete = (token: string, answer: Answer) => Promise<unknown>;

/** A step that runs again has the same key, and finds the question that it has asked. */
export function keyOf({ host, run, step }: Pick<Question, "host" | "run" | "step">): string {
  return JSON.stringify([host, run, step]);
}

/** Asks and does not wait for the answer. Where it throws, the host tries the step again. */
export async function ask({ token, question, options, ...step }: Question): Promise<string> {
  const asked = await createClient({ url, key }).inquiries.ask({
    key: keyOf(step),
    thread: step.run,
    agent: "Release",
    question,
    options,
    state: { token },
    webhook,
  });
  if (!asked.ok) throw new Error(asked.error.title, { cause: asked.error });
  return asked.value.id;
}

/** Handles one webhook and returns the status of the response. After a 500 Askback sends it again. */
export async function handleWebhook(body: string, headers: object, complete: Complete): Promise<number> {
  let message: WebhookMessage;
  try {
    message = new Webhook(secret).verify(body, headers as Record<string, string>) as WebhookMessage;
  } catch {
    return 400;
  }
  const { id, origin, resolution } = message.data;
  // Of a conversation that somebody deleted only the end is told.
  const { token } = (origin?.state ?? {}) as { token?: string };
  if (message.type !== "inquiry.resolved" || !resolution || !token) return 204;
  const { type, text, by } = resolution;
  try {
    await complete(token, { inquiryId: id, type, ...(text && { text }), ...(by && { by }) });
    return 204;
  } catch (error) {
    console.error(error);
    return 500;
  }
}

/** A server for the webhooks. */
export function receiveAnswers(complete: Complete): Server {
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    response.writeHead(await handleWebhook(body, request.headers, complete)).end();
  });
  return server.listen(Number(new URL(webhook).port), "127.0.0.1");
}
