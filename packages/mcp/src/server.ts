import type { Json } from "@askback/core";
import { type CallToolResult, ProtocolError, ProtocolErrorCode, Server } from "@modelcontextprotocol/server";
import { type AskingProcesses, type AskOptions, callAsk, getAnswer } from "./ask.ts";
import { readCall } from "./call.ts";
import { serverInfo } from "./server-info.ts";
import { addTasks, tasksExtension } from "./tasks.ts";
import { createRequestStates, type RequestStateSecret } from "./tiers/input-required.ts";
import { type Askers, createInquiryTasks } from "./tiers/inquiry-tasks.ts";
import { askContracts, getAnswerName, tools } from "./tools.ts";

export interface McpServerOptions extends Askers {
  readonly requestState: RequestStateSecret;
  readonly thread?: string | undefined;
  readonly processes?: AskingProcesses | undefined;
  /** Aborts when the process stops: a call that waits then returns. */
  readonly ended?: AbortSignal | undefined;
}

const instructions =
  "Ask people with ask_user_question when a decision is theirs. The question is in their Askback inbox too, and they may take their time. If a result says that the question is still open, call get_answer with its handle.";

/** One MCP server: for a connection by stdio, or for one request by HTTP. */
export function createMcpServer(options: McpServerOptions, era: "legacy" | "modern"): Server {
  const isModern = era === "modern";
  const states = createRequestStates(options.requestState);
  const asking: AskOptions = { ...options, states };
  const server = new Server(serverInfo, {
    instructions,
    capabilities: { tools: {}, ...(isModern && { extensions: { [tasksExtension]: {} } }) },
    inputRequired: { legacyShim: false },
    requestState: { verify: states.verify },
  });
  server.setRequestHandler("tools/list", () => ({ tools: [...tools] }));
  server.setRequestHandler("tools/call", async ({ params: { name, arguments: input = {} } }, context) => {
    const call = readCall(server, context, isModern, options.ended);
    const contract = askContracts.get(name);
    // Tasks and input requests are results too, which the type of this handler does not know.
    if (contract) return (await callAsk(asking, contract, input as Json, call)) as CallToolResult;
    if (name === getAnswerName) return getAnswer(asking, input, call);
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool named ${JSON.stringify(name)}`);
  });
  if (isModern) addTasks(server, createInquiryTasks(options));
  return server;
}
