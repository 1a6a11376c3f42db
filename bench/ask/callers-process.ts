import { Agent, type ClientRequest, get } from "node:http";
import { handleRequests } from "../postgres/child.ts";
import { headers } from "../streams/processes.ts";

/** Callers that wait for inquiries, each with a connection of its own. */
export type CallersRequest =
  | { readonly type: "wait"; readonly ids: readonly string[] }
  /** Resolves when every caller has a response. */
  | { readonly type: "ended" }
  | { readonly type: "leave" | "stop" };

export interface CallersResponse {
  readonly resolved?: number;
  readonly open?: number;
}

const [url = ""] = process.argv.slice(2);
const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });
let callers: Caller[] = [];

/** One caller, whatever number of requests it takes. */
interface Caller {
  request: ClientRequest;
  readonly ended: Promise<string>;
}

/** A response this early is not for a time that is up. */
const earlyMs = 55_000;

/** Resolves when the first request is sent. */
async function wait(id: string): Promise<void> {
  const sent = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<string>();
  const caller: Caller = { request: send(), ended: ended.promise };
  callers.push(caller);

  function send(): ClientRequest {
    const began = performance.now();
    const request = get(`${url}/v1/inquiries/${id}?wait=60`, { headers, agent }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        text += chunk;
      });
      response.on("close", () => {
        const isOver = text.includes('"resolution"') || performance.now() - began < earlyMs;
        if (isOver) ended.resolve(text);
        else caller.request = send();
      });
    });
    request.on("error", () => ended.resolve(""));
    request.on("finish", sent.resolve);
    return request;
  }
  await sent.promise;
}

handleRequests<CallersRequest, CallersResponse>({}, async (request) => {
  switch (request.type) {
    case "wait":
      callers = [];
      await Promise.all(request.ids.map(wait));
      return {};
    case "ended": {
      const texts = await Promise.all(callers.map(({ ended }) => ended));
      const resolved = texts.filter((text) => text.includes('"resolution"')).length;
      return { resolved, open: texts.filter((text) => text !== "").length - resolved };
    }
    case "leave":
    case "stop":
      for (const caller of callers) caller.request.destroy();
      await Promise.all(callers.map(({ ended }) => ended));
      return {};
  }
});
