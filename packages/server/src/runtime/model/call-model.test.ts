import { APICallError, UnsupportedFunctionalityError } from "@ai-sdk/provider";
import { expect, test } from "vitest";
import { referenceTo, upload } from "../../store/testing/file.contract.ts";
import { createRuntimeFixture } from "../testing/runtime-fixture.ts";

function response(statusCode: number, message: string) {
  return new APICallError({ message, url: "", requestBodyValues: {}, statusCode });
}

/** A conversation whose first message has an image, and the first call of its model. */
async function startWithImage() {
  const fixture = createRuntimeFixture({ accepts: ["image/png"] });
  const image = upload(1);
  await fixture.store.files.save(image);
  const files = [referenceTo(image)];
  const start = fixture.command({ type: "start", conversationId: "conv_a", message: "See", files });
  await fixture.startRuntime().perform("conv_a", start);
  return { ...fixture, first: await fixture.model.next() };
}

function typesOf({ prompt }: Awaited<ReturnType<typeof startWithImage>>["first"]): readonly string[] {
  return prompt.flatMap(({ content }) => (typeof content === "string" ? [] : content.map(({ type }) => type)));
}

test.each([
  ["a refused image", response(400, "Could not process image")],
  ["a request that is too large", response(413, "Request too large")],
  ["an entity that cannot be processed", response(422, "Unprocessable")],
  ["a prompt that is too long", response(400, "prompt is too long")],
  ["a refusal in the stream", { type: "invalid_request_error", message: "Could not process image" }],
  ["a type that the provider does not know", new UnsupportedFunctionalityError({ functionality: "image/png" })],
])("[FILE-11] after %s the model gets the files as text", async (_, error) => {
  const { first, model, until } = await startWithImage();
  expect(typesOf(first)).toEqual(["text", "file"]);
  first.fail(error);
  const second = await model.next();
  expect(typesOf(second)).toEqual(["text", "text"]);
  expect(JSON.stringify(second.prompt)).toContain("plan 1.png");
  second.answer({ text: "I cannot see it." });
  expect(await until("conv_a", ({ status }) => status !== "thinking")).toMatchObject({ status: "idle" });
});

test("[FILE-11] a request that is refused without files too is not sent again", async () => {
  const { first, model, until } = await startWithImage();
  first.fail(response(400, "Bad"));
  (await model.next()).fail(response(400, "Bad as well"));
  const failed = await until("conv_a", ({ status }) => status !== "thinking");
  expect(failed).toMatchObject({ status: "failed", error: { message: "Bad as well (HTTP 400)" } });
  expect(model.unread).toBe(0);
});

test.each([401, 403, 404])("[FILE-11] status %i is not about the files", async (status) => {
  const { first, model, until } = await startWithImage();
  first.fail(response(status, "No"));
  expect(await until("conv_a", (one) => one.status !== "thinking")).toMatchObject({ status: "failed" });
  expect(model.unread).toBe(0);
});
