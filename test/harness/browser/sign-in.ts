import type { Page } from "playwright-core";
import type { ServerProcess } from "../server/server-process.ts";
import type { TestServer } from "../server/test-server.ts";

/** A new link as `askback link` prints it; it works once. */
export async function signInLink({ url, keys }: Pick<ServerProcess, "url" | "keys">): Promise<string> {
  const response = await fetch(`${url}/v1/sign-in-links`, {
    method: "POST",
    headers: { authorization: `Bearer ${keys.answer}`, "content-type": "application/json" },
    body: "{}",
  });
  const { path } = (await response.json()) as { readonly path: string };
  return new URL(path, url).href;
}

/** Opens a new link in a page, and signs in there as a person does. */
export async function signInByLink(page: Page, server: ServerProcess): Promise<void> {
  await page.goto(await signInLink(server));
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Signs a person in who is known by their id, in the browser of a page. */
export async function signInAs(page: Page, { api }: Pick<TestServer, "api">, person: string): Promise<void> {
  const { body } = await api.post("/v1/sign-in-links", { person });
  await page.context().request.post(body.url);
}
