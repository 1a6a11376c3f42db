import {
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import * as z from "zod";
import { type Call, readCall } from "./call.ts";

/** The extension by which a call becomes a task that its client polls. */
export const tasksExtension = "io.modelcontextprotocol/tasks";

/** A task as it is returned instead of the result of a call. */
export interface Task {
  readonly taskId: string;
  readonly status: "working" | "input_required" | "completed" | "failed" | "cancelled";
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
  /** How long it is kept; null for as long as its inquiry exists. */
  readonly ttlMs: number | null;
  readonly pollIntervalMs?: number;
}

/** A task with what its status comes with. */
export interface DetailedTask extends Task {
  readonly result?: Result;
  readonly error?: { readonly code: number; readonly message: string };
  /** What the client should ask its user, by keys that are used once. */
  readonly inputRequests?: Readonly<Record<string, unknown>>;
}

/** Where tasks are stored. A task is there before its id is returned, and any process finds it. */
export interface TaskSource {
  get(id: string, call: Call): Promise<DetailedTask | undefined>;
  /** Takes responses to input requests; those to other keys are ignored. */
  update(id: string, responses: Readonly<Record<string, unknown>>, call: Call): Promise<void>;
  cancel(id: string, call: Call): Promise<void>;
}

const TaskId = z.looseObject({ taskId: z.string().min(1).max(200) });
const Update = TaskId.extend({ inputResponses: z.record(z.string(), z.unknown()).optional() });

/** The result of a call that became a task. */
export function taskResult({ taskId, status, createdAt, lastUpdatedAt, ttlMs, pollIntervalMs }: Task): Result {
  return { resultType: "task", taskId, status, createdAt, lastUpdatedAt, ttlMs, pollIntervalMs };
}

/** Adds the methods of the extension, for clients that declare it. */
export function addTasks(server: Server, source: TaskSource): void {
  const readTaskCall = (context: ServerContext): Call => {
    const call = readCall(server, context, true);
    if (call.capabilities.extensions?.[tasksExtension]) return call;
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { extensions: { [tasksExtension]: {} } } });
  };
  const find = async (id: string, call: Call): Promise<DetailedTask> => {
    const task = await source.get(id, call);
    if (task) return task;
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, "There is no such task");
  };
  server.setRequestHandler("tasks/get", { params: TaskId }, async ({ taskId }, context) => ({
    ...(await find(taskId, readTaskCall(context))),
  }));
  server.setRequestHandler("tasks/update", { params: Update }, async ({ taskId, inputResponses }, context) => {
    const call = readTaskCall(context);
    const { status } = await find(taskId, call);
    const responses = inputResponses ?? context.mcpReq.inputResponses ?? {};
    if (status === "input_required") await source.update(taskId, responses, call);
    return {};
  });
  server.setRequestHandler("tasks/cancel", { params: TaskId }, async ({ taskId }, context) => {
    const call = readTaskCall(context);
    const { status } = await find(taskId, call);
    if (status === "working" || status === "input_required") await source.cancel(taskId, call);
    return {};
  });
}
