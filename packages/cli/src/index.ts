export { defineTool } from "@askback/server";
export { type Config, defineConfig } from "./config.ts";
