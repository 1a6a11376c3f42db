export {
  type Address,
  type Channel,
  type Contact,
  createScriptedModel,
  type Delivery,
  type Digest,
  defineTool,
  type Script,
  type ScriptedReply,
  type Sent,
  type SettledDelivery,
} from "@askback/server";
export { type Config, defineConfig } from "./settings/config.ts";
