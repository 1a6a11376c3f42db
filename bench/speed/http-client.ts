import { once } from "node:events";
import { Agent, get, type IncomingMessage, request } from "node:http";
import { conversationIdOf } from "@askback/core";
import { answers, message } from "../bench-runtime.ts";

/** A program that runs cycles over HTTP: two requests each, and one stream of events that tells when to go on. */
export interface HttpClient {
  cycle(): Promise<void>;
  close(): void;
}

/** Connections are kept open, one for each conversation in work, as programs and proxies do. */
export async function createHttpClient(url: string, key: string): Promise<HttpClient> {
  const agent = new Agent({ keepAlive: true });
  const authorization = `Bearer ${key}`;
  /** What was seen of conversations before anybody waited for it, and who waits. */
  const seen = new Map<string, string>();
  const waiting = new Map<string, (inquiryId: string) => void>();

  function tell(name: string, inquiryId = ""): void {
    const resolve = waiting.get(name);
    waiting.delete(name);
    if (resolve) resolve(inquiryId);
    else seen.set(name, inquiryId);
  }

  function wait(name: string): Promise<string> {
    const before = seen.get(name);
    seen.delete(name);
    return before === undefined ? new Promise((resolve) => waiting.set(name, resolve)) : Promise.resolve(before);
  }

  const stream = get(`${url}/v1/events`, { headers: { authorization }, agent: false });
  const [events] = (await once(stream, "response")) as [IncomingMessage];
  events.setEncoding("utf8");
  let rest = "";
  events.on("data", (chunk: string) => {
    const frames = (rest + chunk).split("\n\n");
    rest = frames.pop() ?? "";
    for (const frame of frames) {
      if (frame.startsWith("event: inquiry.asked")) {
        const id = /"id":"(inq_[^"]+)"/.exec(frame)?.[1] ?? "";
        tell(`asked ${conversationIdOf(id)}`, id);
      } else if (frame.startsWith("event: run.finished")) {
        tell(`finished ${/"conversationId":"([^"]+)"/.exec(frame)?.[1]}`);
      }
    }
  });
  await once(events, "data");

  function post(path: string, body: object): Promise<string> {
    const text = JSON.stringify(body);
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const headers = { authorization, "content-type": "application/json", "content-length": Buffer.byteLength(text) };
    const sent = request(`${url}${path}`, { method: "POST", headers, agent }, (response) => {
      let received = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        received += chunk;
      });
      response.on("end", () =>
        (response.statusCode ?? 500) < 300 ? resolve(received) : reject(new Error(`${path} was refused: ${received}`)),
      );
    });
    sent.on("error", reject);
    sent.end(text);
    return promise;
  }

  return {
    async cycle() {
      const started = await post("/v1/conversations", { agent: "asking", message });
      const id = (JSON.parse(started) as { id: string }).id;
      const inquiry = await wait(`asked ${id}`);
      await post(`/v1/inquiries/${inquiry}/answer`, { answers });
      await wait(`finished ${id}`);
    },
    close() {
      stream.destroy();
      agent.destroy();
    },
  };
}
