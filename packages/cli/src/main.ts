#!/usr/bin/env node
import { nodeRefusal } from "./node-version.ts";

const refusal = nodeRefusal(process.versions.node);
if (refusal === undefined) await (process.argv[2] === "hook" ? import("./hook-program.ts") : import("./program.ts"));
else {
  process.stderr.write(`✖ ${refusal}\n`);
  process.exitCode = 1;
}
