import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { createClient } from "@askback/client";
import { expect, onTestFinished, test } from "vitest";
import { root } from "../harness/docs/snippets.ts";
import { createApi } from "../harness/server/api.ts";
import { callerKey } from "../harness/server/caller.ts";
import { runProgram } from "../harness/server/run-program.ts";
import { program, startServerProcess } from "../harness/server/server-process.ts";

const config = ["--config", join(root, "test/harness/server/agents.config.ts")];

/** Starts a program that receives webhooks, and waits for its lines. */
function startProgram(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, ["--conditions=@askback/source", ...args], {
    env: { PATH: process.env.PATH ?? "", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill());
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  createInterface({ input: child.stdout }).on("line", (line) => {
    lines.push(line);
    for (const check of waiting) check();
  });
  return (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve) => {
      const check = () => {
        const found = pattern.exec(lines.join("\n"));
        if (found) resolve(found);
      };
      waiting.add(check);
      check();
    });
}

test("[WEBHOOK-11] [DOCS-2] the receiver of the docs gets the answer, with the secret that the program prints", async () => {
  const server = await startServerProcess();
  const at = ["--data-dir", server.dataDir, ...config];
  const { stdout } = await runProgram(["webhooks", "secret", "caller", ...at]);
  const read = await createClient({ url: server.url, key: callerKey }).webhooks.secrets();
  expect(read).toMatchObject({ value: { secrets: [stdout.trim()] } });
  const env = { WEBHOOK_SECRET: stdout.trim(), PORT: "0" };
  const line = startProgram([join(root, "examples/webhook-receiver/receiver.mjs")], env);
  const [, port] = await line(/listening on (\d+)/);
  await askAndAnswer(server, `http://127.0.0.1:${port}/`);
  await line(/^Deploy\? Yes$/m);
  await server.stop();
});

test("[WEBHOOK-11] askback webhooks listen prints and verifies what arrives, and refuses what does not fit", async () => {
  const server = await startServerProcess();
  const at = ["--data-dir", server.dataDir, ...config];
  const line = startProgram([program, "webhooks", "listen", "--port", "0", "--key", "caller", ...at]);
  const [, url = ""] = await line(/Listening on (http:\S+)/);
  expect((await fetch(url, { method: "POST", body: "{}", headers: { "webhook-id": "ntc_forged" } })).status).toBe(400);
  await line(/✖ refused: .*ntc_forged/);
  await askAndAnswer(server, url);
  await line(/✔ verified {2}ntc_\w+/);
  await line(/"type": "inquiry.resolved"/);
  await server.stop();
});

test("[WEBHOOK-11] the program says what is wrong with a key or a port that there is not", async () => {
  const unknown = await runProgram(["webhooks", "secret", "nobody", ...config]);
  expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('there is no key "nobody"') });
  expect(unknown.stderr).toContain("agent, colleague, caller");
  const port = await runProgram(["webhooks", "listen", "--port", "many", "--secret", "whsec_YWJj"]);
  expect(port).toMatchObject({ code: 1, stderr: expect.stringContaining("is not a port") });
  const fresh = await runProgram(["webhooks", "secret", "--new"]);
  expect(fresh.stdout).toMatch(/^whsec_[A-Za-z0-9+/]{43}=\n$/);
});

async function askAndAnswer(server: Awaited<ReturnType<typeof startServerProcess>>, webhook: string): Promise<void> {
  const client = createClient({ url: server.url, key: callerKey });
  const asked = await client.inquiries.ask({ question: "Deploy?", options: ["Yes", "No"], webhook });
  if (!asked.ok) throw new Error(asked.error.title);
  const answer = { answers: [{ question: "q1", options: ["o1"] }] };
  await createApi(server).post(`/v1/inquiries/${asked.value.id}/answer`, answer);
}
