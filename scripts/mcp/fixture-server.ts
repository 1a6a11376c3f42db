import {
  type CallToolResult,
  inputRequired,
  MissingRequiredClientCapabilityError,
  Server,
} from "@modelcontextprotocol/server";
import { readCall } from "../../packages/mcp/src/call.ts";
import { addTasks, taskResult, tasksExtension } from "../../packages/mcp/src/tasks.ts";
import { createRequestStates, type RequestState } from "../../packages/mcp/src/tiers/request-states.ts";
import { showsForms } from "../../packages/mcp/src/tiers/tier.ts";
import { createFixtureTasks, jobs } from "./fixture-tasks.ts";

const states = createRequestStates({ key: new Uint8Array(32).fill(7), principal: "fixture" });
const tasks = createFixtureTasks();

const textField = (key: string, name: string, message: string) => ({ key, name, message });
/** The tools that ask in one round or more, by name. */
const rounds: Readonly<Record<string, readonly { key: string; name: string; message: string }[]>> = {
  test_input_required_result_elicitation: [textField("user_name", "name", "What is your name?")],
  test_input_required_result_request_state: [textField("confirm", "ok", "Please confirm")],
  test_input_required_result_tampered_state: [textField("confirm", "ok", "Please confirm")],
  test_input_required_result_capabilities: [textField("user_name", "name", "What is your name?")],
  test_input_required_result_multi_round: [
    textField("step1", "name", "Step 1: What is your name?"),
    textField("step2", "color", "Step 2: What is your favorite color?"),
  ],
  test_tool_with_task: [textField("user_name", "name", "What is your name?")],
};
const legacyForms: Readonly<Record<string, Record<string, unknown>>> = {
  test_elicitation: { username: { type: "string" }, email: { type: "string" } },
  test_elicitation_sep1034_defaults: {
    name: { type: "string", default: "John Doe" },
    age: { type: "integer", default: 30 },
    score: { type: "number", default: 95.5 },
    status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
    verified: { type: "boolean", default: true },
  },
  test_elicitation_sep1330_enums: {
    untitledSingle: { type: "string", enum: ["option1", "option2", "option3"] },
    titledSingle: { type: "string", oneOf: titled("Option") },
    legacyEnum: {
      type: "string",
      enum: ["opt1", "opt2", "opt3"],
      enumNames: ["Option One", "Option Two", "Option Three"],
    },
    untitledMulti: { type: "array", items: { type: "string", enum: ["option1", "option2", "option3"] } },
    titledMulti: { type: "array", items: { anyOf: titled("Choice") } },
  },
};

function titled(noun: string) {
  return ["First", "Second", "Third"].map((name, index) => ({ const: `value${index + 1}`, title: `${name} ${noun}` }));
}

const sampling = inputRequired.createMessage({
  messages: [{ role: "user", content: { type: "text", text: "What is your name?" } }],
  maxTokens: 10,
});
const names = ["greet", ...Object.keys(jobs), ...Object.keys(rounds), ...Object.keys(legacyForms)];
const say = (text: string) => ({ content: [{ type: "text" as const, text }] });

/** A server with the tools that the suite expects, over the tasks, request states and capabilities of `@askback/mcp`. */
export function createFixtureServer(era: "legacy" | "modern"): Server {
  const isModern = era === "modern";
  const server = new Server(
    { name: "askback-fixture", version: "1" },
    {
      capabilities: { tools: {}, ...(isModern && { extensions: { [tasksExtension]: {} } }) },
      inputRequired: { legacyShim: false },
      requestState: { verify: states.verify },
    },
  );
  server.setRequestHandler("tools/list", () => ({
    tools: names.map((name) => ({ name, description: name, inputSchema: { type: "object" as const } })),
  }));
  server.setRequestHandler("tools/call", async ({ params: { name, arguments: input = {} } }, context) => {
    const call = readCall(server, context, isModern);
    const canTask = call.capabilities.extensions?.[tasksExtension] !== undefined;
    const job = jobs[name];
    if (job) {
      if (canTask) return taskResult(tasks.start(job, input)) as CallToolResult;
      if (name === "failing_job")
        throw new MissingRequiredClientCapabilityError({
          requiredCapabilities: { extensions: { [tasksExtension]: {} } },
        });
      return say("done");
    }
    const form = legacyForms[name];
    if (form) {
      const requestedSchema = { type: "object" as const, properties: form as never };
      const result = await context.mcpReq.send({
        method: "elicitation/create",
        params: { message: String(input.message ?? "Please"), requestedSchema },
      });
      return say(`Elicitation completed: action=${result.action}, content=${JSON.stringify(result.content ?? {})}`);
    }
    const asked = rounds[name];
    if (!asked) return say(`Hello, ${input.name}!`);
    if (!showsForms(call.capabilities))
      return call.capabilities.sampling ? inputRequired({ inputRequests: { question: sampling } }) : say("no forms");
    const state = context.mcpReq.requestState<RequestState>();
    const at = state?.revision ?? 0;
    const response = context.mcpReq.inputResponses?.[asked[at]?.key ?? ""] as { content?: Record<string, string> };
    const next = response?.content ? at + 1 : at;
    const round = asked[next];
    if (!round) {
      const said = `state-ok Hello, ${JSON.stringify(response.content)}!`;
      const done = async () => ({ status: "completed" as const, result: say(said) });
      return name === "test_tool_with_task" ? (taskResult(tasks.start(done, {})) as CallToolResult) : say(said);
    }
    const schema = { type: "object" as const, properties: { [round.name]: { type: "string" as const } } };
    return inputRequired({
      inputRequests: { [round.key]: inputRequired.elicit({ message: round.message, requestedSchema: schema }) },
      requestState: await states.mint({ inquiryId: name, revision: next, digest: "", form: "" }, context),
    });
  });
  if (isModern) addTasks(server, tasks.source);
  return server;
}
