import { afterAll, expect, test } from "vitest";
import { createTestApp } from "../testing/test-app.ts";

const server = createTestApp();
afterAll(() => server.close());

test("[HTTP-2] another method on a known path is 405 with the allowed methods", async () => {
  const { conversationId, path } = await server.park();
  const refused: readonly (readonly [string, string, string])[] = [
    ["PUT", "/v1/conversations", "GET, HEAD, POST"],
    ["DELETE", "/v1/conversations", "GET, HEAD, POST"],
    ["PUT", `/v1/conversations/${conversationId}`, "GET, HEAD, DELETE, PATCH"],
    ["GET", `/v1/conversations/${conversationId}/stop`, "POST"],
    ["HEAD", `/v1/conversations/${conversationId}/stop`, "POST"],
    ["GET", `${path}/answer`, "POST"],
    ["POST", path, "GET, HEAD, PATCH"],
    ["POST", `${path}/draft`, "GET, HEAD, PUT, DELETE"],
    ["OPTIONS", "/v1/events", "GET, HEAD"],
    ["POST", "/v1/inbox/count", "GET, HEAD"],
    ["GET", `/conversations/${conversationId}/respond`, "POST"],
    ["POST", "/metrics", "GET, HEAD"],
  ];
  for (const [method, target, allowed] of refused) {
    const response = await server.send(method, target);
    const { status, headers } = response;
    const name = `${method} ${target}`;
    expect({ name, status, allow: headers.get("allow") }).toEqual({ name, status: 405, allow: allowed });
    expect(headers.get("content-type")).toBe("application/problem+json");
    if (method !== "HEAD")
      expect(await response.json()).toMatchObject({
        code: "method-not-allowed",
        hint: expect.stringContaining(allowed),
      });
  }
  expect(await server.call("GET", `/v1/conversations/${conversationId}`)).toMatchObject({ body: { status: "parked" } });
});

test("[HTTP-2] GET and HEAD of known paths are 200, and unknown paths are 404 for every method", async () => {
  const { conversationId, path } = await server.park();
  for (const target of ["/v1/conversations", `/v1/conversations/${conversationId}`, path, "/v1/events", "/docs", "/"])
    expect((await server.send("HEAD", target)).status, target).toBe(200);
  for (const method of ["GET", "POST", "PUT", "DELETE", "HEAD"])
    for (const target of ["/v1/nothing", "/v1", "/v1/conversations/x/y", "/nothing"])
      expect((await server.send(method, target)).status, `${method} ${target}`).toBe(404);
});

test("[SEC-1] without a key every method is 401 and no allowed methods are shown", async () => {
  for (const target of ["/v1/conversations", "/v1/nothing", "/metrics"])
    for (const method of ["PUT", "DELETE"]) {
      const { status, headers } = await server.call(method, target, { as: "nobody" });
      expect({ status, allow: headers.get("allow") }).toEqual({ status: 401, allow: null });
    }
});
