import type { Context } from "hono";
import type { Committed, PerformOptions } from "../runtime/perform.ts";
import type { Reply, ReplyKey, Store } from "../store/store.ts";
import { sha256Of } from "./keys.ts";
import type { Principal } from "./principal.ts";
import { problemResponse, problems, refusalProblem } from "./problem.ts";

/** A response before it is sent, so that it can be stored with the commit it answers. */
export interface Outcome {
  readonly status: number;
  readonly body: unknown;
}

export interface Once {
  /** The stored response of an earlier, equal request, or why the key cannot be used. */
  readonly replayed?: Response;
  /** How to store the outcome with the commit; nothing when the request has no key. */
  replyWith(outcome: (committed: Committed) => Outcome): Pick<PerformOptions, "reply">;
  replay(reply: Reply): Response;
  /** Looks once more for an earlier, equal request: it may have been granted elsewhere while this one was decided. */
  replayedMeanwhile(): Promise<Response | undefined>;
}

/** Honours `Idempotency-Key`: the same request again gets the same response. */
export async function once(context: Context, store: Store, principal: Principal): Promise<Once> {
  const key = context.req.header("idempotency-key");
  const fingerprint = sha256Of(await context.req.text());
  const route = `${context.req.method} ${context.req.path}`;
  const replay = (reply: Reply) =>
    reply.fingerprint === fingerprint
      ? // What was said about a conversation is erased with it; that something was said is not.
        reply.body === ""
        ? problemResponse(context, refusalProblem({ code: "conversation-unknown" }))
        : outcomeResponse(context, reply.status, reply.body)
      : problemResponse(context, problems.keyReused);
  const keyless = { replay, replyWith: () => ({}), replayedMeanwhile: async () => undefined };
  if (key === undefined) return keyless;
  if (key === "" || key.length > 255) return { ...keyless, replayed: problemResponse(context, problems.keyMalformed) };
  const replyKey: ReplyKey = { principal: principal.id, route, key };
  const replayedNow = async () => {
    const earlier = await store.reply(replyKey);
    return earlier && replay(earlier);
  };
  const replayed = await replayedNow();
  return {
    ...(replayed && { replayed }),
    replay,
    replayedMeanwhile: replayedNow,
    replyWith: (outcome) => ({
      reply(committed) {
        const { status, body } = outcome(committed);
        return { ...replyKey, fingerprint, status, body: JSON.stringify(body) };
      },
    }),
  };
}

export function respond(context: Context, { status, body }: Outcome): Response {
  return outcomeResponse(context, status, JSON.stringify(body));
}

function outcomeResponse(context: Context, status: number, body: string): Response {
  const type = status < 400 ? "application/json" : "application/problem+json";
  return context.body(body, status as 200, { "content-type": type });
}
