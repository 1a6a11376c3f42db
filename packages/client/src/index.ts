export type { CallOptions, Client, CommandOptions, InquiryQuery, Reply } from "./client.ts";
export { type ClientOptions, createClient } from "./create-client.ts";
export type { Connection, LiveEvents } from "./events.ts";
export { aborted, type Failure } from "./failure.ts";
export { freshKey } from "./fresh-key.ts";
export { browserTabs, type Channel, type Tabs } from "./tabs.ts";
export type { Wait } from "./wait.ts";
