import { once } from "node:events";
import { spawnFixture } from "./spawn-fixture.ts";

/** A server that commits without end, once so many commits are acknowledged; `kill` leaves its files as they are. */
export async function committingServer(folder: string, count: number) {
  const server = spawnFixture(new URL("acknowledge.fixture.ts", import.meta.url), [folder, "100000"]);
  async function acknowledged(wanted: number): Promise<void> {
    for (let line = await server.line(); Number(line?.split(" ")[1]) < wanted; line = await server.line())
      if (line === undefined) throw new Error("the server ended");
  }
  await acknowledged(count);
  return {
    acknowledged,
    async kill() {
      const exited = once(server.process, "exit");
      server.process.kill("SIGKILL");
      await exited;
    },
  };
}
