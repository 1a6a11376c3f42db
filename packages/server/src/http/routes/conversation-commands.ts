import {
  type Command,
  type Conversation,
  conversationIdOf,
  type Event,
  forkPoint,
  forkPointBefore,
  type Terms,
} from "@askback/core";
import * as wire from "@askback/core/wire";
import { newConversationId } from "../../conversation-id.ts";
import { findAgent, termsOf } from "../../runtime/agent.ts";
import type { Unavailable } from "../../runtime/unavailable.ts";
import type { Store } from "../../store/store.ts";
import { boundElsewhere, unknownAgent } from "../access/agent-access.ts";
import { actorOf, performCommand, stopCommand } from "../commands.ts";
import { filesByIds } from "../files/file-access.ts";
import { readIdempotencyKey } from "../middleware/idempotency.ts";
import { type Problem, problems } from "../problems/problem.ts";
import { refusalProblem } from "../problems/refusal-problem.ts";
import { type App, type AppContext, addRoute } from "../route.ts";
import { IdParams } from "../schemas.ts";
import { isShown, type Services, visibleConversation } from "../services.ts";
import { conversationView } from "../views.ts";

const common = { tag: "Conversations", method: "post", response: wire.Conversation } as const;
const one = { ...common, params: IdParams, status: 202 } as const;
const path = "/v1/conversations";
const conversationUnknown = refusalProblem({ code: "conversation-unknown" });

export function addConversationCommands(app: App, services: Services): void {
  const { store, clock, agents } = services;
  const start = {
    ...common,
    path,
    summary: "Start a conversation",
    description: "With a message the agent starts to work at once.",
    scope: "any",
    body: wire.StartConversation,
    status: 201,
  } as const;
  addRoute(app, start, async (context, { body: { agent: name, message, title, files: fileIds } }) => {
    const { project } = context.get("principal");
    const agent = findAgent(agents, { agent: name, project });
    if (!agent) return unknownAgent(agents, { agent: name, project });
    const unavailable = services.whyUnavailable(agent);
    if (unavailable) return unavailableAgent(unavailable);
    const files = await filesByIds(store, context, fileIds);
    if (!files.ok) return files.error;
    const conversationId = newConversationId(clock.now());
    const heading = title?.toWellFormed() ?? titleOf(message || files.value[0]?.name);
    return perform(context, conversationId, 201, {
      type: "start",
      conversationId,
      agent: name,
      project,
      terms: termsOf(agent),
      ...actorOf(context, services),
      ...(heading && { title: heading }),
      ...(message !== undefined && { message }),
      ...(files.value.length > 0 && { files: files.value }),
    });
  });

  const send = {
    ...one,
    path: `${path}/{id}/messages`,
    summary: "Send a message",
    description:
      "It answers the open inquiry unless it is sent as separate, or names in `answers` another one or another revision; while the agent works it is delivered at the end of the step.",
    scope: "answer",
    body: wire.SendMessage,
  } as const;
  addRoute(app, send, async (context, { params, body: { answers, files: fileIds, ...message } }) => {
    const files = await filesByIds(store, context, fileIds);
    if (!files.ok) return files.error;
    return performOnAgent(context, params.id, (terms) => ({
      type: "send-message",
      ...message,
      ...(files.value.length > 0 && { files: files.value }),
      ...(answers && { answers }),
      terms,
      ...actorOf(context, services),
    }));
  });

  addRoute(
    app,
    { ...one, path: `${path}/{id}/stop`, summary: "Stop the run", scope: "any" },
    async (context, { params: { id } }) => {
      const found = await visibleConversation(store, context, id);
      if (!found) return conversationUnknown;
      return perform(context, id, 202, await stopCommand(context, services, found.conversation));
    },
  );

  addRoute(
    app,
    { ...one, path: `${path}/{id}/resume`, summary: "Resume after a pause, as a new run", scope: "answer" },
    (context, { params }) =>
      performOnAgent(context, params.id, (terms) => ({ type: "resume", terms, ...actorOf(context, services) })),
  );
  addRoute(
    app,
    {
      ...one,
      path: `${path}/{id}/retry`,
      summary: "Retry after a failure, as a new run, or at once while the next attempt waits",
      scope: "answer",
    },
    (context, { params }) =>
      performOnAgent(context, params.id, (terms) => ({ type: "retry", terms, ...actorOf(context, services) })),
  );

  addRoute(
    app,
    {
      ...one,
      path: `${path}/{id}/fork`,
      summary: "Fork a conversation, to answer an inquiry differently or to replace a message",
      description:
        "The new conversation has the transcript up to there, under new ids. At an inquiry it waits for the answer; before a message it continues with `text` in its place, where the agent rested or waited for an answer before.",
      scope: "answer",
      body: wire.ForkConversation,
    },
    async (context, { params: { id }, body }) => {
      const found = await visibleConversation(store, context, id);
      if (!found) return conversationUnknown;
      const bound = boundElsewhere(agents, found.conversation);
      if (bound) return bound;
      const log = await readLog(store, id);
      if (!(await store.isLogComplete({ after: 0, conversationIds: [id] }))) return logPruned;
      const conversationId = newConversationId(clock.now());
      const common = { type: "fork", conversationId, ...actorOf(context, services) } as const;
      if ("inquiry" in body) {
        const point = forkPoint(log, body.inquiry);
        if (!point) return unforkable(found.conversation, body.inquiry);
        return perform(context, conversationId, 202, { ...common, ...point });
      }
      const agent = agents.get(found.conversation.agent);
      if (!agent) return unknownAgent(agents, found.conversation);
      const before = forkPointBefore(log, body.message);
      if (!before) return messageUnforkable;
      const { files, separate, ...point } = before;
      const message = { instead: body.message, text: body.text, files, separate, terms: termsOf(agent) };
      return perform(context, conversationId, 202, { ...common, ...point, message });
    },
  );

  addRoute(
    app,
    {
      ...one,
      method: "patch",
      path: `${path}/{id}`,
      summary: "Rename a conversation",
      scope: "answer",
      body: wire.RenameConversation,
      status: 200,
    },
    async (context, { params: { id }, body: { title } }) => {
      if (!(await visibleConversation(store, context, id))) return conversationUnknown;
      return perform(context, id, 200, { type: "rename", title, ...actorOf(context, services) });
    },
  );

  addRoute(
    app,
    {
      ...common,
      method: "delete",
      path: `${path}/{id}/permissions/{permission}`,
      summary: "Revoke what a person allowed for the rest of a conversation",
      description: "Later calls ask again, also one that has not started yet; a call that runs is not stopped.",
      scope: "answer",
      params: IdParams.extend({ permission: IdParams.shape.id }),
      status: 200,
    },
    async (context, { params: { id, permission } }) => {
      if (!(await visibleConversation(store, context, id))) return conversationUnknown;
      const command = { type: "revoke-permission", permissionId: permission, ...actorOf(context, services) } as const;
      return perform(context, id, 200, command);
    },
  );

  /** Performs a command that may start a run, on the terms of the agent as it is configured now. */
  async function performOnAgent(context: AppContext, id: string, command: (terms: Terms) => Command) {
    const found = await visibleConversation(store, context, id);
    if (!found) return conversationUnknown;
    if (found.conversation.status === "external") return perform(context, id, 202, command(noTerms));
    const agent = findAgent(agents, found.conversation);
    if (!agent) return unknownAgent(agents, found.conversation);
    return perform(context, id, 202, command(termsOf(agent)));
  }

  async function perform(context: AppContext, conversationId: string, status: 200 | 201 | 202, command: Command) {
    return performCommand<wire.Conversation>(services, await readIdempotencyKey(context, store), {
      conversationId,
      command,
      onCommit: (committed) =>
        isShown(committed) ? { status, body: conversationView(committed) } : conversationUnknown,
      onRefusal: refusalProblem,
    });
  }
}

/** Where the agent runs elsewhere, no run is started here. */
const noTerms: Terms = { stepLimit: 0, askLimit: 0 };

const logPruned: Problem = {
  status: 409,
  code: "log-pruned",
  title: "The log no longer reaches back to that inquiry",
  hint: "A fork is made from the log, and its old part was pruned: start a new conversation instead.",
};

const messageUnforkable: Problem = {
  status: 409,
  code: "message-not-forkable",
  title: "No other text can take the place of that message",
  hint: "It must be a message of a person in this conversation, sent while the agent rested or waited for an answer.",
};

async function readLog(store: Store, conversationId: string): Promise<readonly Event[]> {
  const log: Event[] = [];
  const limit = 1_000;
  for (let after = 0; ; ) {
    const batch = await store.events({ after, limit, conversationIds: [conversationId] });
    log.push(...batch.map(({ event }) => event));
    const last = batch.at(-1);
    if (!last || batch.length < limit) return log;
    after = last.position;
  }
}

/** An inquiry that a fork inherited can only be forked in the conversation that asked it. */
function unforkable({ id, forkedFrom }: Conversation, inquiryId: string): Problem {
  const source = forkedFrom?.conversationId;
  const hint =
    source !== undefined && conversationIdOf(inquiryId) === source
      ? `This conversation is a fork of ${source}, where that was asked: fork that one.`
      : `It must be one of this conversation, which has waited for it: list them at GET /v1/inquiries?conversation=${id}.`;
  return { ...problems.inquiryUnknown, hint };
}

/** A new conversation would fail at once; one that exists takes messages, and works when its agent can. */
function unavailableAgent({ reason, hint }: Unavailable): Problem {
  const advice = `${hint.slice(0, 1).toUpperCase()}${hint.slice(1)}.`;
  return {
    status: 409,
    code: "agent-unavailable",
    title: "This agent cannot work right now",
    detail: reason,
    hint: advice,
  };
}

function titleOf(message: string | undefined): string | undefined {
  if (message === undefined) return undefined;
  // By code points, so that no character is cut in half.
  const characters = [...(message.trim().split("\n")[0] ?? "").toWellFormed()];
  return characters.length > 80 ? `${characters.slice(0, 79).join("")}…` : characters.join("");
}
