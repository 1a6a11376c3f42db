import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { onEnd } from "../../test/harness/server/temporary-folder.ts";

const file = fileURLToPath(new URL("first-program-main.ts", import.meta.url));

/** A program that asks with a host; it gives what the host stores to `keep`, and may go on, as with a wait for the answer. */
export type FirstProgram<Kept, Args extends readonly unknown[] = []> = (
  keep: (kept: Kept) => void,
  ...args: Args
) => Promise<void>;

/** Where a program asks with Askback. */
export interface Asking {
  readonly url: string;
  readonly key: string;
  readonly thread: string;
}

/** The host's program that `host.ts` exports under this name, in a process of its own. */
export interface Place {
  readonly host: string;
  readonly program: "askAlone" | "askWithAskback";
  readonly asking?: Asking;
}

/** Starts a program; it is killed with SIGKILL when it has kept something and `until` is over, and what it kept is what is left of it. */
export async function killedProgram<Kept>(place: Place, until: () => Promise<unknown> = async () => {}): Promise<Kept> {
  const child = fork(file, [JSON.stringify(place)], {
    execArgv: ["--conditions=@askback/source"],
    serialization: "advanced",
  });
  onEnd(() => child.kill("SIGKILL"));
  const exited = once(child, "exit");
  const ended = exited.then(([code]) => {
    throw new Error(`the program of ${place.host} ended with ${code}`);
  });
  const kept = once(child, "message").then(async ([message]) => {
    await until();
    return message as Kept;
  });
  const result = await Promise.race([kept, ended]);
  child.kill("SIGKILL");
  await exited;
  return result;
}
