export { createScriptedModel, defineTool, type Script, type ScriptedReply } from "@askback/server";
export { type Config, defineConfig } from "./settings/config.ts";
