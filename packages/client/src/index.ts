export type { CallOptions, Client, CommandOptions, InquiryQuery, Reply } from "./client.ts";
export type { Connection, LiveEvents } from "./events.ts";
export type { Failure } from "./failure.ts";
