import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { text } from "node:stream/consumers";
import { handleRequests } from "../postgres/child.ts";

/** The lower bound of an ask: a bare HTTP server that stores the body of each request with one commit. */
const [folder = ""] = process.argv.slice(2);
const db = new DatabaseSync(join(folder, "floor.db"));
db.exec("pragma journal_mode = wal; pragma synchronous = full; create table asks (id integer primary key, body text)");
const insert = db.prepare("insert into asks (body) values (?)");
const server = createServer(async (request, response) => {
  const { lastInsertRowid } = insert.run(await text(request));
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ id: String(lastInsertRowid) }));
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
const { port } = server.address() as AddressInfo;

handleRequests<{ readonly type: "stop" }, { readonly url?: string }>({ url: `http://127.0.0.1:${port}` }, async () => {
  server.closeAllConnections();
  server.close();
  db.close();
  return {};
});
