import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** The way to a PostgreSQL, on which things go wrong when a test wants it. */
export interface Network {
  /** The URL of the server by this way. */
  readonly url: string;
  /** What is connected now stays so, and hears nothing any more; who connects later is not concerned. */
  freeze(): void;
  /** Lets the next message with this text through, and breaks its connection when the server has answered. */
  loseAnswerTo(text: string): Promise<void>;
  close(): Promise<void>;
}

export async function openNetwork(server: string): Promise<Network> {
  const target = new URL(server);
  const sockets = new Set<Socket>();
  let frozen = new WeakSet<Socket>();
  let loss: { readonly text: string; lost(): void } | undefined;

  const listener = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    let isLosing = false;
    near.on("data", (data) => {
      if (frozen.has(near)) return;
      if (loss && data.includes(loss.text)) isLosing = true;
      far.write(data);
    });
    far.on("data", (data) => {
      if (frozen.has(near)) return;
      if (!isLosing) {
        near.write(data);
        return;
      }
      loss?.lost();
      loss = undefined;
      near.destroy();
    });
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => {
        sockets.delete(socket);
        if (!frozen.has(near)) other.destroy();
      });
    }
  });
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  const { port } = listener.address() as AddressInfo;
  return {
    url: Object.assign(new URL(server), { port: String(port) }).href,
    freeze() {
      frozen = new WeakSet(sockets);
    },
    loseAnswerTo: (text) =>
      new Promise((resolve) => {
        loss = { text, lost: resolve };
      }),
    async close() {
      for (const socket of sockets) socket.destroy();
      listener.close();
      await once(listener, "close");
    },
  };
}
