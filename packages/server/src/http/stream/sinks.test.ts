import { Hono } from "hono";
import { expect, onTestFinished, test } from "vitest";
import { listen } from "../../listen.ts";
import { completeResponses } from "../middleware/responses.ts";
import type { AppEnv } from "../route.ts";
import type { Sink } from "./sinks.ts";

test("[SSE-11] what is written to a reader leaves at once, so that it counts to the turn in which it was written", async () => {
  const opened = Promise.withResolvers<Sink>();
  const app = new Hono<AppEnv>();
  app.use(completeResponses({ now: Date.now }));
  app.get("/", (context) => {
    context.set("openStream", (createSink) => opened.resolve(createSink({ onDrain() {}, onClose() {} })));
    return context.body(null, 200);
  });
  const { server, address } = await listen(app.fetch, { host: "127.0.0.1", port: 0 });
  onTestFinished(() => void server.close());
  const { body } = await fetch(`http://127.0.0.1:${address.port}`);
  const sink = await opened.promise;
  expect(sink.write(Buffer.from("data: tea\n\n"))).toBe(true);
  expect(sink.queuedBytes).toBe(0);
  sink.end();
  expect(await new Response(body).text()).toBe("data: tea\n\n");
});
