import * as wire from "@askback/core/wire";
import { z } from "@hono/zod-openapi";
import { type Problem, problems } from "../../problems/problem.ts";
import { requestSource } from "../../request-source.ts";
import { type App, addRoute } from "../../route.ts";
import { openSecret, type SecretBox } from "../../secrets.ts";
import { type Services, visibleInquiry } from "../../services.ts";

const handle = z
  .string()
  .regex(/^sec_[\w-]{1,64}$/)
  .openapi({ description: "What the answer has in place of the secret" });

/** The route by which the program that asked for a secret gets it. */
export function addSecretRoute(app: App, { store, clock }: Pick<Services, "store" | "clock">, box: SecretBox): void {
  const route = {
    tag: "Inquiries",
    method: "post",
    path: "/v1/secrets/{handle}",
    scope: "ask",
    summary: "Exchange the handle of a secret for what a person typed",
    description:
      "Only for the program that asked for it, once it is answered. The audit records each time, with the handle. It is stored nowhere else in the clear: keep it out of logs.",
    params: z.object({ handle }),
    isRepeatable: true,
    response: wire.Secret,
    status: 200,
  } as const;
  addRoute(app, route, async (context, { params }) => {
    const opened = await openSecret(store, box, params.handle);
    const record = opened && (await visibleInquiry(store, context, opened.inquiryId));
    const isAsker = record?.origin?.by === context.get("principal").id;
    const { resolution } = record ?? {};
    const isGiven =
      resolution?.type === "answered" &&
      resolution.answers.some((answer) => !("skipped" in answer) && answer.secret === params.handle);
    if (!opened || !record || !isAsker || !isGiven) return secretUnknown;
    const { project, conversationId, id: inquiryId } = record;
    const by = context.get("principal").id;
    const facts = { handle: params.handle, ...requestSource(context) };
    // It is given only once that is recorded.
    await store.audit.record({ project, conversationId, inquiryId, type: "secret-read", at: clock.now(), by, facts });
    return { status: 200, body: { secret: opened.text } };
  });
}

const secretUnknown: Problem = {
  ...problems.inquiryUnknown,
  code: "secret-unknown",
  title: "There is no such secret",
  hint: "Only the program that asked can exchange a handle, after the answer is delivered and until its conversation is deleted.",
};
