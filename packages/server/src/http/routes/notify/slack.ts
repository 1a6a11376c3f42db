import { bodyLimit } from "hono/body-limit";
import { isSignedBySlack } from "../../../notify/slack/slack-signature.ts";
import { problemResponse, problems } from "../../problems/problem.ts";
import type { App } from "../../route.ts";
import type { Services } from "../../services.ts";
import type { SlackRequests } from "../../slack/serve-slack.ts";

/** A dialog comes back whole, with every character as up to nine. */
const maxRequestBytes = 2 * 1024 * 1024;

/** Takes what people do in Slack, where the config has the secret by which Slack signs it. No key or cookie counts here. */
export function addSlackRoute(app: App, { clock }: Pick<Services, "clock">, slack: SlackRequests | undefined): void {
  const limit = bodyLimit({
    maxSize: maxRequestBytes,
    onError: (context) => problemResponse(context, problems.bodyTooLarge),
  });
  app.post("/slack/interactions", limit, async (context) => {
    if (!slack) return problemResponse(context, problems.notFound);
    const body = await context.req.text();
    const timestamp = context.req.header("x-slack-request-timestamp") ?? "";
    const signature = context.req.header("x-slack-signature") ?? "";
    if (!isSignedBySlack(slack.signingSecret, { timestamp, signature, body }, clock.now()))
      return problemResponse(context, problems.notSignedBySlack);
    const answer = await slack.handle(payloadIn(body));
    return answer ? context.json(answer) : context.body(null, 200);
  });
}

function payloadIn(body: string): unknown {
  try {
    return JSON.parse(new URLSearchParams(body).get("payload") ?? "");
  } catch {
    return undefined;
  }
}
