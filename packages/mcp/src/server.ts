import { type Json, version } from "@askback/core";
import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { type AskOptions, callAsk, getAnswer } from "./ask.ts";
import { createLostKeys } from "./ask-once.ts";
import { type CallContext, readCall } from "./call.ts";
import type { Callers } from "./callers.ts";
import { showsCards } from "./card/apps.ts";
import { type CardOptions, createCards } from "./card/cards.ts";
import { addCardResource } from "./card/resources.ts";
import { addTasks, tasksExtension } from "./tasks.ts";
import { type Askers, createInquiryTasks } from "./tiers/inquiry-tasks.ts";
import { createRequestStates, type RequestStateSecret } from "./tiers/request-states.ts";
import { askContracts, getAnswerName, toolsFor } from "./tools.ts";

export interface McpServerOptions extends Askers, CallContext {
  readonly requestState: RequestStateSecret;
  readonly cards: CardOptions;
  readonly thread?: string | undefined;
  readonly callers?: Callers | undefined;
}

/** How the server names itself to clients. */
const serverInfo = { name: "askback", title: "Askback", version } as const;

const instructions =
  "Ask people with ask_user_question when a decision is theirs. The question is in their Askback inbox too, and they may take their time. If a result says that the question is still open, call get_answer with its handle.";

/** One MCP server: for a connection by stdio, or for one request by HTTP. */
export function createMcpServer(options: McpServerOptions, era: "legacy" | "modern"): Server {
  const isModern = era === "modern";
  const states = createRequestStates(options.requestState);
  const cards = createCards(options, options.cards);
  const asking: AskOptions = { ...options, states, cards, lostKeys: createLostKeys() };
  const server = new Server(serverInfo, {
    instructions,
    capabilities: { tools: {}, resources: {}, ...(isModern && { extensions: { [tasksExtension]: {} } }) },
    inputRequired: { legacyShim: false },
    requestState: { verify: states.verify },
  });
  const read = (context: ServerContext) => readCall(server, context, isModern, options);
  const isCardShown = (context: ServerContext) => showsCards(read(context).capabilities);
  addCardResource(server, isCardShown);
  server.setRequestHandler("tools/list", (_, context) => ({ tools: toolsFor(isCardShown(context)) }));
  server.setRequestHandler("tools/call", async ({ params: { name, arguments: input = {} } }, context) => {
    const call = read(context);
    const contract = askContracts.get(name);
    // Tasks and input requests are results too, which the type of this handler does not know.
    if (contract) return (await callAsk(asking, contract, input as Json, call)) as CallToolResult;
    if (name === getAnswerName) return (await getAnswer(asking, input, call)) as CallToolResult;
    const ofCard = showsCards(call.capabilities) ? cards.call(name, input, call) : undefined;
    if (ofCard) return ofCard;
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool named ${JSON.stringify(name)}`);
  });
  if (isModern) addTasks(server, createInquiryTasks(options));
  return server;
}
