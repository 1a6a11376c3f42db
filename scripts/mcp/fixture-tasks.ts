import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { inputRequired, type Result } from "@modelcontextprotocol/server";
import type { DetailedTask, TaskSource } from "../../packages/mcp/src/tasks.ts";

const text = (value: string, isError = false): Result => ({
  content: [{ type: "text", text: value }],
  ...(isError && { isError }),
});
const confirm = inputRequired.elicit({
  message: "Confirm?",
  requestedSchema: { type: "object", properties: { confirm: { type: "boolean" } } },
});

type Input = Readonly<Record<string, unknown>>;
type Work = (input: Input) => Promise<Partial<DetailedTask>>;
type Job = Work | { readonly requests: readonly string[] };

/** The tools that the suite expects to become tasks, by name. */
export const jobs: Readonly<Record<string, Job>> = {
  slow_compute: async ({ seconds = 0 }) => {
    await pause(Number(seconds) * 1000);
    return { status: "completed", result: text("computed") };
  },
  failing_job: async () => ({ status: "completed", result: text("failed", true) }),
  protocol_error_job: async () => ({ status: "failed", error: { code: -32603, message: "Broken" } }),
  confirm_delete: { requests: ["confirm"] },
  multi_input: { requests: ["first", "second"] },
};

/** Tasks in memory, behind the same methods as those of Askback. */
export function createFixtureTasks() {
  const tasks = new Map<string, DetailedTask>();
  const change = (id: string, change: Partial<DetailedTask>): void => {
    const task = tasks.get(id);
    const isOpen = task?.status === "working" || task?.status === "input_required";
    if (task && isOpen) tasks.set(id, { ...task, ...change, lastUpdatedAt: new Date().toISOString() });
  };
  const source: TaskSource = {
    get: async (id) => tasks.get(id),
    async update(id, responses) {
      const pending = Object.entries(tasks.get(id)?.inputRequests ?? {}).filter(([key]) => !(key in responses));
      const { inputRequests: _, ...task } = tasks.get(id) as DetailedTask;
      tasks.set(id, task);
      if (pending.length > 0) change(id, { inputRequests: Object.fromEntries(pending) });
      else change(id, { status: "completed", result: text(JSON.stringify(responses)) });
    },
    cancel: async (id) => change(id, { status: "cancelled" }),
  };
  function start(job: Job, input: Input): DetailedTask {
    const at = new Date().toISOString();
    const task = { taskId: randomUUID(), createdAt: at, lastUpdatedAt: at, ttlMs: null, pollIntervalMs: 100 };
    const started: DetailedTask =
      typeof job === "function"
        ? { ...task, status: "working" }
        : {
            ...task,
            status: "input_required",
            inputRequests: Object.fromEntries(job.requests.map((key) => [key, confirm])),
          };
    tasks.set(task.taskId, started);
    if (typeof job === "function") void job(input).then((done) => change(task.taskId, done));
    return started;
  }
  return { source, start };
}
