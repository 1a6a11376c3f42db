import { type AskedElsewhere, type CommandOf, err, neutralise, ok, type Result, readableName } from "@askback/core";
import { newConversationId } from "../../conversation-id.ts";
import { sha256Of } from "../../sha256.ts";
import { standingInForce } from "../../store/standing-in-force.ts";
import type { Reply, ReplyKey } from "../../store/store.ts";
import type { Principal } from "../access/principal.ts";
import { invalidRequest, type Problem } from "../problems/problem.ts";
import { refusalProblem } from "../problems/refusal-problem.ts";
import type { Services } from "../services.ts";
import { type AskContent, hasFingerprint, isAskedNow } from "./ask-fingerprint.ts";
import { unknownNames } from "./unknown-names.ts";

type Asker = Pick<Principal, "id" | "project">;

export interface Ask {
  readonly principal: Asker;
  readonly inquiry: AskedElsewhere;
  /** What the request asks, by which a repeat is known. */
  readonly content: AskContent;
  readonly thread?: string | undefined;
  readonly title?: string | undefined;
  readonly agent?: string | undefined;
  readonly by: string;
  readonly at: number;
}

/** Records an ask, unless its key has one already. */
export type RecordAsk = (ask: Ask) => Promise<Result<{ readonly id: string; readonly isNew: boolean }, Problem>>;

export function createRecordAsk(
  {
    store,
    answering,
    answerable,
    runtime,
    clock,
  }: Pick<Services, "store" | "answering" | "answerable" | "runtime" | "clock">,
  newId: () => string = () => newConversationId(clock.now()),
): RecordAsk {
  /** The conversation of the thread, which the first ask opens; without a thread each ask has one of its own. */
  async function conversationFor(
    principal: Asker,
    conversation: Omit<CommandOf<"open-thread">, "type" | "conversationId">,
  ): Promise<string> {
    const conversationId = newId();
    const { thread } = conversation;
    if (thread === undefined) return conversationId;
    const replyKey = replyKeyOf(principal, "thread", thread);
    const earlier = await store.reply(replyKey);
    if (earlier) return earlier.body;
    const opened = await runtime.perform(
      conversationId,
      { type: "open-thread", conversationId, ...conversation },
      { reply: () => ({ ...replyKey, fingerprint: "", status: 201, body: conversationId, lasting: true }) },
    );
    if (opened.ok) return conversationId;
    if (opened.error.code === "already-replied") return opened.error.reply.body;
    throw new Error(`a thread was refused: ${opened.error.code}`);
  }

  return async ({ principal, inquiry, content, thread, title, agent, by, at }) => {
    const heading = title ?? thread ?? headingOf(inquiry);
    const conversation = {
      agent: neutralise(agent ?? "").trim() || principal.id,
      project: principal.project,
      ...(heading !== undefined && { title: [...heading.toWellFormed()].slice(0, 200).join("") }),
      ...(thread !== undefined && { thread }),
      by,
      at,
    };
    const { key, fingerprint } = inquiry.origin;
    const replyKey = key === undefined ? undefined : replyKeyOf(principal, "ask", key);
    const repeated = async ({ body: id, fingerprint: stored }: Reply) => {
      if (hasFingerprint(stored, content, thread)) return ok({ id, isNew: false });
      const record = await store.inquiry(id);
      const isAmended = record !== undefined && isAskedNow(record, content, thread);
      return isAmended ? ok({ id, isNew: false }) : err({ ...keyReused, inquiryId: id });
    };
    // A repeat finds its inquiry even where the same could not be asked now.
    const earlier = replyKey && (await store.reply(replyKey));
    if (earlier) return repeated(earlier);
    if (inquiry.deadline !== undefined && inquiry.deadline <= at) return err(pastDeadline);
    const unknown = await unknownNames(answerable, principal.project, inquiry);
    if (unknown) return err(unknown);
    if (!(await answerable.isWithinReach(principal.project, inquiry))) return err(tooFewPeople);
    // A thread whose conversation is deleted meanwhile is opened anew.
    const asking = { project: principal.project, agent: conversation.agent, asker: principal.id };
    for (;;) {
      const conversationId = await conversationFor(principal, conversation);
      const standing = await standingInForce({ store, answering }, asking);
      const performed = await runtime.perform(
        conversationId,
        { type: "ask", conversationId, inquiry, ...conversation, ...(standing.length > 0 && { standing }) },
        replyKey && {
          reply: ({ projection }) => {
            const body = projection.inquiries[0]?.id ?? "";
            return { ...replyKey, fingerprint, status: 201, body, lasting: true };
          },
        },
      );
      if (performed.ok) return ok({ id: performed.value.projection?.inquiries[0]?.id ?? "", isNew: true });
      const { error } = performed;
      if (error.code === "already-replied") return repeated(error.reply);
      if (error.code === "conversation-unknown") continue;
      if (error.code === "thread-full") {
        // The last place may have gone to this ask, by a request that raced with this one.
        const winner = replyKey && (await store.reply(replyKey));
        return winner ? repeated(winner) : err(refusalProblem(error));
      }
      throw new Error(`an ask was refused: ${error.code}`);
    }
  };
}

function replyKeyOf({ id, project }: Asker, route: "ask" | "thread", key: string): ReplyKey {
  // A database takes no name with every character, and a hash has only some.
  return { principal: JSON.stringify([project, id]), route, key: sha256Of(key) };
}

const tooFewPeople = invalidRequest("body", [
  { path: ["quorum"], message: "needs more people, or others, than may answer in this project" },
]);

const pastDeadline = invalidRequest("body", [{ path: ["deadline"], message: "must be in the future" }]);

const keyReused: Problem = {
  status: 422,
  code: "ask-key-reused",
  title: "You have asked something else under this key",
  hint: "Use a key of its own for each question.",
};

/** What a conversation without a title or thread is called: a person reads the words of a call, and not its name in code. */
function headingOf({ approval, questions }: AskedElsewhere): string | undefined {
  return approval ? (approval.presentation?.title ?? readableName(approval.tool)) : questions[0]?.text;
}
