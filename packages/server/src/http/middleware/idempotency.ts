import type { Committed, PerformOptions } from "../../runtime/perform.ts";
import { sha256Of } from "../../sha256.ts";
import type { Reply, ReplyKey, Store } from "../../store/store.ts";
import { type Outcome, type StoredOutcome, storeOutcome } from "../outcome.ts";
import { type Problem, problems } from "../problems/problem.ts";
import { refusalProblem } from "../problems/refusal-problem.ts";
import type { AppContext } from "../route.ts";

/** A request that may carry an `Idempotency-Key`: the same request again gets the same outcome. */
export interface IdempotentRequest {
  /** The outcome of an earlier, equal request, or why the key cannot be used. */
  readonly earlier?: StoredOutcome | Problem;
  /** Stores the outcome with the commit; does nothing for a request without a key. */
  storeWith(outcome: (committed: Committed) => Outcome<unknown, unknown>): Pick<PerformOptions, "reply">;
  /** The outcome that is in the store. */
  replay(reply: Reply): StoredOutcome | Problem;
  /** Looks for an earlier request once more: another server may have performed it meanwhile. */
  findEarlier(): Promise<StoredOutcome | Problem | undefined>;
}

/** A request that takes no key, whose outcome is never stored. */
export const withoutIdempotencyKey: IdempotentRequest = {
  storeWith: () => ({}),
  findEarlier: async () => undefined,
  replay() {
    throw new Error("nothing is stored for a request without a key");
  },
};

/** `content` is what makes requests equal: the body, unless it has what must not be stored, not even as a hash. */
export async function readIdempotencyKey(
  context: AppContext,
  store: Store,
  content?: string,
): Promise<IdempotentRequest> {
  const key = context.req.header("idempotency-key");
  if (key === undefined) return withoutIdempotencyKey;
  const fingerprint = sha256Of(content ?? (await context.req.text()));
  const replay = ({ fingerprint: stored, status, body }: Reply): StoredOutcome | Problem => {
    if (stored !== fingerprint) return problems.keyReused;
    // A deleted conversation takes the stored bodies with it, and leaves the replies so that nothing is done twice.
    return body === "" ? refusalProblem({ code: "conversation-unknown" }) : { status, json: body };
  };
  if (key === "" || key.length > 255) return { ...withoutIdempotencyKey, replay, earlier: problems.keyMalformed };
  const route = `${context.req.method} ${context.req.path}`;
  const { id, project } = context.get("principal");
  // The names of keys are unique only in their project.
  const replyKey: ReplyKey = { principal: JSON.stringify([project, id]), route, key };
  const findEarlier = async () => {
    const reply = await store.reply(replyKey);
    return reply && replay(reply);
  };
  const earlier = await findEarlier();
  return {
    ...(earlier && { earlier }),
    replay,
    findEarlier,
    storeWith: (outcome) => ({
      reply(committed) {
        const { status, json } = storeOutcome(outcome(committed));
        return { ...replyKey, fingerprint, status, body: json };
      },
    }),
  };
}
