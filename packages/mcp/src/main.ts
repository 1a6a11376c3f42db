#!/usr/bin/env node
import { readProxyOptions } from "./proxy/options.ts";
import { serveProxy } from "./proxy.ts";
import { McpSettingError, readStdioSettings } from "./settings.ts";
import { serveMcp } from "./stdio.ts";

try {
  const { argv, env } = process;
  const options = readProxyOptions(argv.slice(2));
  const settings = readStdioSettings(env, process.cwd());
  if (options) await serveProxy(settings, options, { env, cwd: process.cwd() });
  else serveMcp(settings);
} catch (error) {
  if (!(error instanceof McpSettingError)) throw error;
  process.stderr.write(`✖ ${error.message}\n→ ${error.hint}\n`);
  process.exitCode = 1;
}
