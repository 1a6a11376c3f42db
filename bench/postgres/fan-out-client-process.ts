import { connect, type Socket } from "node:net";
import { handleRequests, sharedTime } from "./child.ts";
import type { ClientRequest, ClientResponse } from "./fan-out.ts";

/** Many subscribers to the events of one server, each with a connection of its own. */
const [url = "", key = "", amount = "1"] = process.argv.slice(2);
const { hostname, port } = new URL(url);

/** The title to wait for, and when each client received it. */
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
      // A title may be split over two chunks, and counts once.
      before = text.includes(awaited.title) ? "" : text.slice(-awaited.title.length);
    });
  });
}

function receive(at: number): void {
  awaited.receivedAt.push(at);
  if (awaited.receivedAt.length === Number(amount)) awaited.done();
}

const sockets: Socket[] = [];
// They connect in batches, because the backlog of a server is short.
while (sockets.length < Number(amount)) {
  const next = Math.min(100, Number(amount) - sockets.length);
  sockets.push(...(await Promise.all(Array.from({ length: next }, listen))));
}

handleRequests<ClientRequest, ClientResponse>({}, async (request) => {
  if (request.type === "stop") {
    for (const socket of sockets) socket.destroy();
    return {};
  }
  await new Promise<void>((done) => {
    awaited = { title: request.title, receivedAt: [], done };
  });
  return { receivedAt: awaited.receivedAt };
});
