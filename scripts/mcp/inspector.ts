import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inboxOf } from "../../test/harness/mcp/mcp-client.ts";
import type { ServerProcess } from "../../test/harness/server/server-process.ts";
import { installOnDemand } from "../on-demand.ts";
import { run } from "./run.ts";

const inspectorPackage = "@modelcontextprotocol/inspector";
const version = "2.12.0";
const stdio = fileURLToPath(new URL("../../packages/mcp/src/main.ts", import.meta.url));

/** Lists and calls every tool by the CLI of the Inspector, over HTTP and by stdio; returns how many calls failed. */
export async function checkInspector(server: ServerProcess): Promise<number> {
  const program = join(installOnDemand({ [inspectorPackage]: version }), "node_modules/.bin/mcp-inspector");
  const inbox = inboxOf(server);
  const { url, keys } = server;
  const environment = ["-e", `ASKBACK_URL=${url}`, "-e", `ASKBACK_KEY=${keys.ask}`];
  const ways = {
    http: [`${url}/mcp`, "--transport", "http", "--header", `Authorization: Bearer ${keys.ask}`],
    stdio: [...environment, process.execPath, "--conditions=@askback/source", stdio],
  };
  let failed = 0;

  /** Runs one command; the output has to have each of these parts. */
  async function expectOf(way: string, target: readonly string[], args: readonly string[], parts: readonly RegExp[]) {
    const { code, output } = await run([program, "--cli", ...target, "--method", ...args]);
    const isPassed = code === 0 && parts.every((part) => part.test(output));
    if (!isPassed) failed++;
    console.log(`${isPassed ? "passed" : "FAILED"}  inspector ${version}  ${way}  ${args.slice(0, 3).join(" ")}`);
    if (!isPassed) console.log(`exit ${code}\n${output}`);
  }

  for (const [way, target] of Object.entries(ways)) {
    const call = (name: string, input: object, parts: readonly RegExp[]) => {
      const given = Object.entries(input).flatMap(([key, value]) => ["--tool-arg", `${key}=${value}`]);
      return expectOf(way, target, ["tools/call", "--tool-name", name, ...given], parts);
    };
    const options = [
      { label: "Yes", description: "Now" },
      { label: "No", description: "Not now" },
    ];
    const ask = (question: string) => ({
      questions: JSON.stringify([{ question, header: "Ship", options, multiSelect: false }]),
    });
    /** A person picks "No" for what is open. */
    const answer = async () => {
      const [asked] = await inbox.untilOpen();
      await inbox.pick(asked?.id ?? "", "o2");
      return asked?.id ?? "";
    };
    await expectOf(way, target, ["tools/list"], [/"ask_user_question"/, /"AskUserQuestion"/, /"get_answer"/]);
    // This call waits for the answer, and nobody answers a call that has failed.
    const waiting = call("ask_user_question", ask("Ship it?"), [/\\"Ship it\?\\":\s*\\"No\\"/]);
    await Promise.race([answer(), waiting]);
    await waiting;
    if (failed > 0) return failed;
    await call("AskUserQuestion", ask("Ship it then?"), [/"askback\/handle": "inq_/]);
    const [open] = await inbox.untilOpen();
    const handle = open?.id ?? "";
    await call("get_answer", { handle, wait: 0 }, [
      /Nobody has answered yet|is shown to the user/,
      /"askback\/handle"/,
    ]);
    await answer();
    await call("get_answer", { handle }, [/Q: Ship it then\?\\n\s*A: No/]);
  }
  return failed;
}
