#!/usr/bin/env node
import module from "node:module";
import { fileURLToPath } from "node:url";
import { nodeRefusal } from "./node-version.ts";

const refusal = nodeRefusal(process.versions.node);
if (refusal === undefined) {
  // What V8 compiles is kept for the next start; beside the program, so that whoever could change it could change that too.
  module.enableCompileCache(fileURLToPath(new URL("../.cache", import.meta.url)));
  await (process.argv[2] === "hook" ? import("./hook-program.ts") : import("./program.ts"));
} else {
  process.stderr.write(`✖ ${refusal}\n`);
  process.exitCode = 1;
}
