import { connect, type Socket } from "node:net";
import { createRandom } from "../../test/harness/fuzz/random.ts";
import type { Fleet } from "../fleet.ts";
import type { Injector } from "./schedule.ts";

export interface FrozenReaders {
  readonly injector: Injector;
  /** How many there were. */
  readonly opened: number;
  close(): void;
}

const readersAtOnce = 10;

/** Readers of all events that never read: the server must not keep for ever what it has for them. */
export function createFrozenReaders(fleet: Fleet, seed: number): FrozenReaders {
  const random = createRandom(seed);
  const sockets = new Set<Socket>();
  let opened = 0;

  function openOne(): void {
    const server = fleet.any(random);
    if (!server) return;
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    opened += 1;
    sockets.add(socket);
    socket.pause();
    socket.on("error", () => {});
    socket.write(
      `GET /v1/events?after=0 HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${server.keys.answer}\r\n\r\n`,
    );
  }

  return {
    injector: {
      isOfOneServer: true,
      async inject() {
        for (let count = 0; count < readersAtOnce; count += 1) openOne();
      },
      describe: () => `${readersAtOnce} readers that never read`,
    },
    get opened() {
      return opened;
    },
    close() {
      for (const socket of sockets) socket.destroy();
    },
  };
}
