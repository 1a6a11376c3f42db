export type { AskOptions } from "./ask.ts";
export type { CallOptions, Client, CommandOptions, InquiryQuery, Reply } from "./client.ts";
export { type ClientOptions, createClient } from "./create-client.ts";
export { aborted, type Failure, isTransient } from "./failure.ts";
export { createIdempotencyKey } from "./idempotency-key.ts";
export type { Connection, LiveEvents } from "./live-events.ts";
export { isOnThisMachine } from "./on-this-machine.ts";
export { browserTabs, type Channel, type Tabs } from "./tabs.ts";
export type { Wait } from "./timers.ts";
