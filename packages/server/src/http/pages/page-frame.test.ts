import { createHash } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { createSignInLink } from "../people/sign-in.ts";
import { createTestApp } from "../testing/test-app.ts";

const server = createTestApp();
afterAll(() => server.close());

test("[HTTP-24] the pages that the server writes have one frame, which admits their style and nothing else", async () => {
  const { credentials } = server.store;
  const { path: signIn } = await createSignInLink({ credentials, clock: server.clock }, "owner");
  const heads: (string | undefined)[] = [];
  for (const path of ["/docs/errors", "/a/unknown", signIn]) {
    const headers = { accept: "text/html" };
    const page = await server.call("GET", path, { as: "nobody", headers });
    const [, title = "", style = ""] = /<title>(.*?)<\/title>\s*<style>(.*)<\/style>/s.exec(page.body) ?? [];
    const policy = page.headers.get("content-security-policy");
    expect(policy, path).toContain(`style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`);
    expect(policy, path).toContain(`form-action '${path === "/docs/errors" ? "none" : "self"}'`);
    expect(page.body).not.toMatch(/<script|src=|@import|url\(/);
    heads.push(page.body.split("<title>")[0]);
    expect(title).not.toBe("");
  }
  expect(heads[0]).toContain('<meta name="robots" content="noindex" />');
  expect(new Set(heads).size).toBe(1);
});
