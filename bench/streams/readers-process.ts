import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { handleRequests } from "../postgres/child.ts";
import type { ReadersRequest, ReadersResponse } from "./processes.ts";

/** Follows everything with many connections, and counts the events of each. */
const [url = "", key = "", amount = "0"] = process.argv.slice(2);

const idLine = "\nid: ";
const readers = await Promise.all(Array.from({ length: Number(amount) }, open));

async function open() {
  const request = get(`${url}/v1/events`, { headers: { authorization: `Bearer ${key}` }, agent: false });
  const [response] = (await once(request, "response")) as [IncomingMessage];
  let events = 0;
  let awaited = { events: 0, resolve: () => {} };
  response.setEncoding("latin1");
  let rest = "";
  // The line of an id is counted: streamed text and heartbeats have none.
  response.on("data", (chunk: string) => {
    events += (rest + chunk).split(idLine).length - 1;
    rest = chunk.slice(1 - idLine.length);
    if (events >= awaited.events) awaited.resolve();
  });
  response.on("error", () => {});
  await once(response, "data");
  // The snapshot has an id as well.
  events = 0;
  return {
    get events() {
      return events;
    },
    reach(count: number): Promise<void> {
      if (events >= count) return Promise.resolve();
      return new Promise((resolve) => {
        awaited = { events: count, resolve };
      });
    },
    close: () => request.destroy(),
  };
}

handleRequests<ReadersRequest, ReadersResponse>({}, async (request) => {
  if (request.type === "receive") await Promise.all(readers.map(({ reach }) => reach(request.events)));
  else for (const { close } of readers) close();
  return { events: readers.reduce((sum, { events }) => sum + events, 0) };
});
