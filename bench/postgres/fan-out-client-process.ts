import { connect, type Socket } from "node:net";
import type { ClientOrder, ClientReport } from "./fan-out.ts";
import { obey, sharedTime } from "./orders.ts";

/** Many clients of one server's events, each on a connection of its own. */
const [url = "", key = "", amount = "1"] = process.argv.slice(2);
const { hostname, port } = new URL(url);

/** What is waited for, and when it came to those clients that have it. */
let awaited = { title: "", receivedAt: [] as number[], done: () => {} };

function listen(): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    socket.write(`GET /v1/events HTTP/1.1\r\nhost: ${hostname}:${port}\r\nauthorization: Bearer ${key}\r\n\r\n`);
    let before = "";
    socket.once("error", reject);
    socket.on("data", (chunk) => {
      const at = sharedTime();
      const text = before + chunk.toString("latin1");
      if (text.includes("event: snapshot")) resolve(socket);
      if (awaited.title !== "" && text.includes(awaited.title)) receive(at);
      // A title may come in two pieces, and counts once.
      before = text.includes(awaited.title) ? "" : text.slice(-awaited.title.length);
    });
  });
}

function receive(at: number): void {
  awaited.receivedAt.push(at);
  if (awaited.receivedAt.length === Number(amount)) awaited.done();
}

const sockets: Socket[] = [];
// A few at a time: a server's queue of new connections is short.
while (sockets.length < Number(amount)) {
  const next = Math.min(100, Number(amount) - sockets.length);
  sockets.push(...(await Promise.all(Array.from({ length: next }, listen))));
}

obey<ClientOrder, ClientReport>({}, async (order) => {
  if (order.type === "stop") {
    for (const socket of sockets) socket.destroy();
    return {};
  }
  await new Promise<void>((done) => {
    awaited = { title: order.title, receivedAt: [], done };
  });
  return { receivedAt: awaited.receivedAt };
});
