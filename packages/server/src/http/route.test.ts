import * as wire from "@askback/core/wire";
import { OpenAPIHono, z } from "@hono/zod-openapi";
import { expect, test } from "vitest";
import { owner } from "./access/api-keys.ts";
import type { Outcome } from "./outcome.ts";
import { type App, type AppEnv, addRoute } from "./route.ts";

const common = { tag: "People", method: "get", summary: "Read who is calling", scope: "any", status: 200 } as const;
const me: wire.Me = { id: "owner", project: "default", scopes: ["answer"] };

/** An app in which the owner calls. */
function createOwnersApp(): App {
  const app = new OpenAPIHono<AppEnv>();
  app.use((context, next) => {
    context.set("principal", owner);
    return next();
  });
  return app;
}

test("[HTTP-1] a handler whose body is not of the declared schema does not compile", async () => {
  const app = createOwnersApp();
  const route = { ...common, response: wire.Me };
  addRoute(app, { ...route, path: "/v1/right" }, () => ({ status: 200, body: me }));
  // @ts-expect-error A number is no name.
  addRoute(app, { ...route, path: "/v1/wrong" }, () => ({ status: 200, body: { ...me, id: 7 } }));
  // @ts-expect-error The scopes are missing.
  addRoute(app, { ...route, path: "/v1/part" }, async () => ({ status: 200, body: { id: "owner", project: "x" } }));
  // @ts-expect-error A response that was made by hand could hold anything.
  addRoute(app, { ...route, path: "/v1/raw" }, (context) => context.json({ id: 7 }));
  // @ts-expect-error `/v1` has no errors but problems.
  addRoute(app, { ...route, path: "/v1/failed" }, () => ({ status: 400, failure: "no" }));
  // @ts-expect-error A route without a schema has no body.
  addRoute(app, { ...common, path: "/v1/undeclared" }, () => ({ status: 200, body: me }));
  expect(await (await app.request("/v1/right")).json()).toEqual(me);
});

test("[COMPAT-7] a compat route declares its errors, and sends them in their form", async () => {
  const app = createOwnersApp();
  const no: Outcome<never, string> = { status: 400, failure: "No." };
  const failure = { schema: z.string(), type: "text/plain" } as const;
  addRoute(app, { ...common, path: "/text", failure }, () => no);
  // @ts-expect-error The error of this API is a text.
  addRoute(app, { ...common, path: "/wrong", failure }, () => ({ status: 400, failure: { message: "No." } }));
  const response = await app.request("/text");
  expect([response.status, response.headers.get("content-type"), await response.text()]).toEqual([
    400,
    "text/plain; charset=UTF-8",
    "No.",
  ]);
});
