/**
 * What the examples use of hosts that are too large to be installed with this repository, so that CI can check what they do with Askback.
 * `npm run recipes` and `npm run adapters:table -- --all` check the examples against the hosts' own types.
 */

declare module "@dbos-inc/dbos-sdk" {
  export const DBOS: {
    readonly workflowID: string | undefined;
    registerWorkflow<Run>(run: Run, options: { name: string }): Run;
    runStep<Value>(
      step: () => Promise<Value>,
      options: { name: string; retriesAllowed?: boolean; maxAttempts?: number },
    ): Promise<Value>;
    recv<Message>(topic: string, timeoutSeconds: number): Promise<Message | null>;
    send(workflowId: string, message: unknown, topic: string, idempotencyKey: string): Promise<void>;
    setConfig(config: { name: string; systemDatabaseUrl: string }): void;
    launch(): Promise<void>;
    startWorkflow<Run>(run: Run, options: { workflowID: string }): Run;
  };
}

declare module "@restatedev/restate-sdk" {
  export interface WorkflowContext {
    readonly key: string;
    awakeable<Value>(): { id: string; promise: Promise<Value> };
    run<Value>(name: string, step: () => Promise<Value>): Promise<Value>;
  }
  type Handler = (context: WorkflowContext, input: string) => Promise<string>;
  export function workflow(definition: { name: string; handlers: { run: Handler } }): object;
  export function serve(options: { services: object[]; port: number }): Promise<number>;
}

declare module "@restatedev/restate-sdk-clients" {
  export function connect(options: { url: string }): { resolveAwakeable(id: string, payload: unknown): Promise<void> };
}

declare module "@trigger.dev/sdk" {
  interface Context {
    readonly ctx: { readonly run: { readonly id: string } };
  }
  export function task<Payload>(definition: {
    id: string;
    retry: { maxAttempts: number };
    run(payload: Payload, context: Context): Promise<string>;
  }): object;
  export const wait: {
    createToken(options: { timeout: string; idempotencyKey: string }): Promise<{ id: string }>;
    forToken<Value>(token: { id: string }): { unwrap(): Promise<Value> };
    completeToken(token: string, value: unknown): Promise<unknown>;
  };
}

declare module "inngest" {
  interface Sent {
    id?: string;
    name: string;
    data: Record<string, unknown>;
  }
  interface Context {
    // biome-ignore lint/suspicious/noExplicitAny: the host does not know the data of an event
    readonly event: { readonly data: any };
    readonly runId: string;
    readonly step: {
      // biome-ignore lint/suspicious/noExplicitAny: the host does not know the data of an event
      waitForEvent(id: string, options: { event: string; if: string; timeout: string }): Promise<{ data: any } | null>;
      run<Value>(id: string, step: () => Value | Promise<Value>): Promise<Value>;
    };
  }
  export class Inngest {
    constructor(options: { id: string });
    createFunction(
      options: { id: string; triggers: { event: string }[] },
      handler: (context: Context) => Promise<unknown>,
    ): object;
    send(event: Sent): Promise<unknown>;
  }
}

declare module "inngest/node" {
  export function serve(options: { client: object; functions: object[] }): import("node:http").RequestListener;
}

declare module "nitro" {
  export function defineConfig(config: {
    modules: string[];
    plugins: string[];
    routes: Record<string, string>;
  }): object;
  export function definePlugin(plugin: () => Promise<void>): object;
}

declare module "workflow" {
  interface Hook<Value> extends PromiseLike<Value>, Disposable {
    readonly token: string;
    getConflict(): Promise<unknown>;
  }
  export function createHook<Value>(options: { token: string }): Hook<Value>;
  export function getWorkflowMetadata(): { workflowRunId: string };
}

declare module "workflow/api" {
  export function start<Args extends unknown[]>(
    run: (...args: Args) => Promise<unknown>,
    args: Args,
  ): Promise<{ runId: string }>;
  export function resumeHook(token: string, value: unknown): Promise<unknown>;
}

declare module "workflow/errors" {
  export const HookNotFoundError: { is(error: unknown): boolean };
}

declare module "workflow/runtime" {
  export function getWorld(): { start?(): Promise<void> };
}

declare module "@mastra/core" {
  export class Mastra {
    constructor(options: { agents: object; storage: object; logger: false });
  }
}

declare module "@mastra/core/agent" {
  interface SuspendedCall {
    readonly toolCallId?: string;
    readonly suspendPayload?: unknown;
  }
  export class Agent {
    constructor(options: { id: string; name: string; instructions: string; model: object; tools: object });
    generate(message: string): Promise<{ runId?: string }>;
    listSuspendedRuns(): Promise<{ runs: { toolCalls: SuspendedCall[] }[] }>;
    resumeGenerate(data: unknown, options: { runId: string; toolCallId: string }): Promise<{ text: string }>;
  }
}

declare module "@mastra/core/storage" {
  export class InMemoryStore {}
}

declare module "@mastra/core/tools" {
  export function createTool(definition: object): object;
}
