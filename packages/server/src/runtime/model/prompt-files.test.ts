import type { FileReference } from "@askback/core";
import { expect, test } from "vitest";
import { message, text } from "../testing/messages.ts";
import { estimateTokens, isTooLong } from "./compact.ts";
import { toPrompt } from "./prompt.ts";
import { acceptedTypes, readPromptFiles } from "./prompt-files.ts";
import { createScriptedModel } from "./scripted-model.ts";

const bytes = Uint8Array.from({ length: 400_000 }, (_, index) => index % 256);
const photo: FileReference = { id: "file_1", name: "photo.png", type: "image/png", size: bytes.length };
const plan: FileReference = { id: "file_2", name: "plan.pdf", type: "application/pdf", size: bytes.length };
const notes: FileReference = { id: "file_3", name: "notes.txt", type: "text/plain", size: 5 };
const withFiles = (place: number, ...files: readonly FileReference[]) =>
  message(place, "person", text("See"), ...files.map((file) => ({ type: "file" as const, file })));

/** A store whose files have these bytes unless they are named otherwise. */
function store(contents: Readonly<Record<string, Uint8Array | undefined>> = {}) {
  const read: string[] = [];
  return {
    read: async (id: string) => {
      read.push(id);
      return id in contents ? contents[id] : bytes;
    },
    log: read,
  };
}
const accepting = { accepts: ["image/png", "application/pdf"], model: "ollama/some" } as const;

test("[FILE-11] a model gets the bytes of the types that it accepts, and text files as text", async () => {
  const messages = [withFiles(1, photo, plan, notes)];
  const files = store({ file_3: Buffer.from("Hello") });
  const prompt = toPrompt("", undefined, messages, await readPromptFiles(files, accepting, messages));
  const data = { type: "data", data: bytes };
  expect(prompt).toEqual([
    {
      role: "user",
      content: [
        { type: "text", text: "See" },
        { type: "file", mediaType: "image/png", filename: "photo.png", data },
        { type: "file", mediaType: "application/pdf", filename: "plan.pdf", data },
        { type: "text", text: '[file: "notes.txt", text/plain, 5 bytes]\nHello' },
      ],
    },
  ]);
});

test("[FILE-11] a type that is not accepted, and a file that is gone, are described and not read", async () => {
  const messages = [withFiles(1, photo), withFiles(2, plan)];
  const files = store({ file_2: undefined });
  const agent = { accepts: ["application/pdf"], model: "ollama/some" } as const;
  const prompt = toPrompt("", undefined, messages, await readPromptFiles(files, agent, messages));
  expect(prompt.map(({ content }) => content[1])).toEqual([
    { type: "text", text: '[file: "photo.png", image/png, 391 KiB]' },
    { type: "text", text: '[file: "plan.pdf", application/pdf, 391 KiB]' },
  ]);
  expect(files.log).toEqual(["file_2"]);
});

test("[FILE-11] the newest files are sent as far as one request holds them, and each is read once", async () => {
  const large = (id: string): FileReference => ({ ...photo, id, size: 6 * 1024 * 1024 });
  const messages = [withFiles(1, large("a"), large("b")), withFiles(2, large("c"), large("b")), withFiles(3, notes)];
  const files = store();
  const toPart = await readPromptFiles(files, accepting, messages);
  expect(files.log).toEqual(["file_3", "b", "c"]);
  expect(["a", "b", "c"].map((id) => toPart(large(id)).type)).toEqual(["text", "file", "file"]);
});

test("[FILE-11] a file counts as its base64, which is what a request contains", async () => {
  const large = (id: string): FileReference => ({ ...plan, id, size: 9 * 1024 * 1024 });
  const messages = [withFiles(1, large("a"), large("b"))];
  const toPart = await readPromptFiles(store(), accepting, messages);
  expect(["a", "b"].map((id) => toPart(large(id)).type)).toEqual(["text", "file"]);
});

test("[FILE-11] an image that is larger than its provider reads is described", async () => {
  const image = (size: number): FileReference => ({ ...photo, id: `file_${size}`, size });
  const typeOf = async (model: string, file: FileReference) =>
    (await readPromptFiles(store(), { model }, [withFiles(1, file)]))(file).type;
  expect(await typeOf("anthropic/some", image(3_900_000))).toBe("file");
  expect(await typeOf("anthropic/some", image(4_000_000))).toBe("text");
  expect(await typeOf("anthropic/some", { ...plan, size: 4_000_000 })).toBe("file");
  expect(await typeOf("openai/some", image(4_000_000))).toBe("file");
});

test("[FILE-11] the definition says which types a model accepts, or else its provider does", () => {
  const typesOf = (model: string) => acceptedTypes({ model });
  expect(typesOf("anthropic/claude-sonnet-4-5")).toContain("application/pdf");
  expect(typesOf("openai/gpt-5")).toContain("image/gif");
  expect(typesOf("google/gemini-2.5-pro")).not.toContain("image/gif");
  expect(typesOf("ollama/llama3")).toEqual([]);
  expect(acceptedTypes({ model: createScriptedModel("scripted", () => ({ text: "" })) })).toEqual([]);
  expect(acceptedTypes({ model: "anthropic/some", accepts: [] })).toEqual([]);
});

test("[FILE-11] a blank text beside a file is left out, since providers refuse it", () => {
  const [only] = toPrompt("", undefined, [message(1, "person", text(""), { type: "file", file: photo })]);
  expect(only?.content).toEqual([{ type: "text", text: '[file: "photo.png", image/png, 391 KiB]' }]);
});

test("[RUN-8] a file counts as the tokens that a model reads it as, not as its bytes", async () => {
  const messages = [withFiles(1, photo)];
  const prompt = toPrompt("", undefined, messages, await readPromptFiles(store(), accepting, messages));
  expect(estimateTokens(prompt)).toBeLessThan(2_000);
  expect(estimateTokens(messages)).toBeLessThan(2_000);
  expect(isTooLong(prompt, 4_000)).toBe(false);
  expect(estimateTokens([withFiles(1, plan)])).toBeGreaterThan(3_900);
});
