import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, inject, test } from "vitest";
import { createApi } from "../../harness/server/api.ts";
import { compileCache, type ServerProcess, startServerProcess } from "../../harness/server/server-process.ts";
import { onEnd } from "../../harness/server/temporary-folder.ts";

const entry = fileURLToPath(new URL("./calling-program.ts", import.meta.url));
const endWithParent = import.meta.resolve("../../harness/server/end-with-parent.ts");
const kills = inject("kills");

/** When a kill comes: with the answer on its way to the caller, before the caller can know whether its ask arrived, or while it waits. */
const moments = ["answered", "started", "asked"] as const;

interface Caller {
  readonly process: ChildProcess;
  /** The id of its inquiry, when it is asked. */
  readonly asked: Promise<string>;
  /** What the program was told, when it has ended by itself. */
  readonly answered: Promise<{ readonly id: string; readonly text: string }>;
  kill(): Promise<void>;
}

function startCaller({ url, keys }: ServerProcess, number: number): Caller {
  const child = spawn(
    process.execPath,
    ["--conditions=@askback/source", "--import", endWithParent, entry, url, keys.ask, String(number)],
    { env: { PATH: process.env.PATH ?? "", ...compileCache }, stdio: ["ignore", "pipe", "inherit", "pipe"] },
  );
  onEnd(() => child.kill("SIGKILL"));
  const exited = once(child, "exit");
  const asked = Promise.withResolvers<string>();
  const answered = Promise.withResolvers<{ id: string; text: string }>();
  createInterface({ input: child.stdout as NodeJS.ReadableStream }).on("line", (line) => {
    const told = JSON.parse(line);
    if (told.failure) throw new Error(`the ask failed: ${told.failure}`);
    asked.resolve(told.id);
    if (told.text !== undefined) answered.resolve(told);
  });
  return {
    process: child,
    asked: asked.promise,
    answered: answered.promise,
    async kill() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}

test(`[EXTERNAL-47] \`client.ask\` through ${kills} kills of the server and the calling program in turn: one answer each, none lost, none asked twice`, {
  tags: "smoke",
}, async () => {
  let server = await startServerProcess();
  const { dataDir } = server;
  // The address stays, as behind a name.
  const args = ["--port", new URL(server.url).port];
  const inquiries: string[] = [];
  for (let number = 0; number < kills; number += 1) {
    let caller = startCaller(server, number);
    const kill = async () => {
      if (number % 2 === 0) {
        await server.kill();
        server = await startServerProcess({ dataDir, args });
      } else {
        await caller.kill();
        caller = startCaller(server, number);
      }
    };
    const moment = moments[Math.floor(number / 2) % moments.length];
    if (moment === "started") await once(caller.process, "spawn");
    if (moment === "asked") await caller.asked;
    if (moment !== "answered") await kill();
    const id = await caller.asked;
    const choice = number % 3 === 0 ? "o1" : "o2";
    const receipt = await createApi(server).post(`/v1/inquiries/${id}/answer`, {
      answers: [{ question: "q1", options: [choice] }],
    });
    expect(receipt.status).toBe(202);
    if (moment === "answered") await kill();
    expect(await caller.answered).toEqual({ id, text: choice === "o1" ? "Yes" : "No" });
    inquiries.push(id);
  }
  expect(new Set(inquiries).size).toBe(kills);
  const { body } = await createApi(server).get("/v1/inquiries?limit=200");
  expect(body.items.map((item: { id: string }) => item.id).sort()).toEqual(inquiries.toSorted());
  expect(body.items.map((item: { status: string }) => item.status)).toEqual(inquiries.map(() => "answered"));
  await server.stop();
});
