import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { startServerProcess } from "../../test/harness/server/server-process.ts";
import { checkTypes, exampleFolder } from "../example-folder.ts";
import { packages } from "./mastra.ts";

/** Runs the example for Mastra, which asserts what it expects, and returns what it did. */
export async function runMastraExample(): Promise<string> {
  const folder = exampleFolder("adapters", packages);
  checkTypes(folder, ["mastra.ts"]);
  const { url, keys, stop } = await startServerProcess({ config: "none" });
  const { stdout } = await promisify(execFile)(process.execPath, ["--conditions=@askback/source", "mastra.ts"], {
    cwd: folder,
    env: {
      PATH: process.env.PATH ?? "",
      ASKBACK_URL: url,
      ASKBACK_ASK_KEY: keys.ask,
      ASKBACK_ANSWER_KEY: keys.answer,
    },
  });
  await stop();
  return `examples/adapters/mastra.ts: one question, one answer, resumed once by two: ${stdout.trim()}`;
}
