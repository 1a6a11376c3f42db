import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A proxy to PostgreSQL whose connections a test can break. */
export interface PostgresProxy {
  /** The URL of PostgreSQL through the proxy. */
  readonly url: string;
  /** Silences the open connections without closing them; later connections work. */
  freeze(): void;
  /** Forwards the next message with this text, and breaks its connection instead of forwarding the response. */
  loseResponseTo(text: string): Promise<void>;
  close(): Promise<void>;
}

export async function openPostgresProxy(server: string): Promise<PostgresProxy> {
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
    loseResponseTo: (text) =>
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
