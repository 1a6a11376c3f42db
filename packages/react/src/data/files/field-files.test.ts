import type { Failure } from "@askback/client";
import { expect, test } from "vitest";
import { createFakeBrowser } from "../../testing/fake-browser.ts";
import { createFakeClient } from "../../testing/fake-client.ts";
import { flushPromises } from "../../testing/flush-promises.ts";
import { createFieldFiles } from "./field-files.ts";
import { createUploads } from "./uploads.ts";

const bytes = 1_000;
const day = 24 * 3600 * 1000;
const unreachable: Failure = { type: "", status: 0, code: "unreachable", title: "No connection", hint: "" };
const unsupported: Failure = { ...unreachable, status: 415, code: "file-type-unsupported", title: "Not supported" };
const png = (name = "photo.png", size = 3) => new File([new Uint8Array(size)], name, { type: "image/png" });

/** A field of one person in a browser that can be reloaded. */
function setUp() {
  const browser = createFakeBrowser();
  const client = createFakeClient();
  const owner = Promise.resolve("ana");
  const live = new Set<() => void>();
  let keys = 0;
  const open = () => {
    const { database } = browser.openTab();
    const uploads = createUploads({
      client,
      database,
      owner,
      newKey: () => `key-${++keys}`,
      now: () => 0,
      namedUnder: [],
    });
    const onLive = (listener: () => void) => {
      live.add(listener);
      return () => live.delete(listener);
    };
    const fieldOf = (name: string) => createFieldFiles(name, { uploads, database, owner, onLive });
    return { uploads, field: fieldOf("composer:c1"), fieldOf };
  };
  const goLive = async () => {
    for (const listener of live) listener();
    await flushPromises();
  };
  return { client, open, goLive };
}

test("[FILE-14] a file is uploaded at once, and the field has the server's file after a reload too", async () => {
  const { client, open } = setUp();
  const { field } = open();
  field.add([png()], { bytes });
  await flushPromises();
  const uploaded = { status: "uploaded", name: "photo.png", file: { id: "file_photo.png" } };
  expect(field.files.get()).toMatchObject([uploaded]);
  const reloaded = open().field;
  await flushPromises();
  expect(reloaded.files.get()).toMatchObject([uploaded]);
  expect(client.calledFor("upload")).toHaveLength(1);
});

test("[FILE-14] a file that leaves a draft leaves the same file in another field", async () => {
  const { open } = setUp();
  const { uploads, field: composer, fieldOf } = open();
  const ownWords = fieldOf("answer:inq_1:q1");
  ownWords.add([png()], { bytes });
  composer.add([png()], { bytes });
  await flushPromises();
  expect([ownWords, composer].map(({ files }) => files.get()[0]?.file?.id)).toEqual([
    "file_photo.png",
    "file_photo.png",
  ]);
  ownWords.release("key-1");
  await flushPromises();
  await uploads.dropFiles(["file_photo.png"]);
  expect(await uploads.read("key-1")).toBeUndefined();
  expect((await uploads.read("key-2"))?.size).toBe(3);
});

test("[FILE-14] without a connection a file waits with its bytes in the browser, also through a reload", async () => {
  const { client, open, goLive } = setUp();
  for (let tries = 0; tries < 2; tries += 1) client.answerWith("upload", () => ({ ok: false, error: unreachable }));
  const { field } = open();
  field.add([png()], { bytes });
  await flushPromises();
  expect(field.files.get()).toMatchObject([{ status: "waiting" }]);
  const { field: reloaded, uploads } = open();
  await flushPromises();
  expect(reloaded.files.get()).toMatchObject([{ status: "waiting" }]);
  expect((await uploads.read("key-1"))?.size).toBe(3);
  await goLive();
  expect(reloaded.files.get()).toMatchObject([{ status: "uploaded" }]);
});

test("[FILE-13] what is not supported, too large or too much is not attached, and says why", async () => {
  const { client, open } = setUp();
  const { field } = open();
  client.answerWith("upload", () => ({ ok: false, error: unsupported }));
  const movie = new File(["x"], "movie.mp4", { type: "video/mp4" });
  const drawing = new File(["<svg/>"], "drawing.svg", { type: "image/svg+xml" });
  field.add([movie, drawing, png("large.png", bytes + 1), png("odd.png")], { bytes });
  await flushPromises();
  expect(field.files.get()).toEqual([]);
  expect(field.rejections.get()).toEqual([
    { reason: "unsupported", name: "movie.mp4" },
    { reason: "unsupported", name: "drawing.svg" },
    { reason: "too-large", name: "large.png" },
    { reason: "refused", name: "odd.png", problem: unsupported },
  ]);
  field.add(
    Array.from({ length: 10 }, (_, index) => png(`${index}.png`)),
    { bytes, others: 1 },
  );
  await flushPromises();
  expect(field.files.get()).toHaveLength(9);
  expect(field.rejections.get()).toEqual([{ reason: "too-many", name: "9.png" }]);
});

test("[FILE-14] a removed file is gone from the browser, and one that was sent stays until it is stored elsewhere", async () => {
  const { open } = setUp();
  const { field, uploads } = open();
  field.add([png("a.png"), png("b.png")], { bytes });
  await flushPromises();
  field.remove("key-1");
  await flushPromises();
  expect(await uploads.read("key-1")).toBeUndefined();
  const stored = Promise.withResolvers<void>();
  field.clearOnceStored(stored.promise);
  expect(field.files.get()).toEqual([]);
  const crashed = open().field;
  await flushPromises();
  expect(crashed.files.get().map(({ name }) => name)).toEqual(["b.png"]);
  stored.resolve();
  await flushPromises();
  const reloaded = open().field;
  await flushPromises();
  expect(reloaded.files.get()).toEqual([]);
  expect(await uploads.read("key-2")).toBeDefined();
});

test("[FILE-13] a file is in the field at once, so that ten are the most also when they are added one by one", () => {
  const { field } = setUp().open();
  for (let index = 0; index <= 10; index += 1) field.add([png(`${index}.png`)], { bytes });
  expect(field.files.get()).toHaveLength(10);
  expect(field.rejections.get()).toEqual([{ reason: "too-many", name: "10.png" }]);
});

test("[FILE-14] a file stays in the field of a person whose session ended, and is uploaded afterwards", async () => {
  const { client, open, goLive } = setUp();
  const { field } = open();
  client.answerWith("upload", () => ({ ok: false, error: { ...unreachable, status: 401, code: "unauthorized" } }));
  field.add([png()], { bytes });
  await flushPromises();
  expect(field.files.get()).toMatchObject([{ status: "waiting" }]);
  expect(field.rejections.get()).toEqual([]);
  await goLive();
  expect(field.files.get()).toMatchObject([{ status: "uploaded" }]);
});

test("[FILE-14] files that the server has deleted are uploaded again", async () => {
  const { client, open } = setUp();
  const { field } = open();
  field.add([png()], { bytes });
  await flushPromises();
  await field.uploadAgain();
  expect(client.calledFor("upload")).toHaveLength(2);
  expect(field.files.get()).toMatchObject([{ status: "uploaded", file: { id: "file_photo.png" } }]);
});

/** The files of a person in one browser, whose clock the test sets. */
function setUpAges() {
  const { database } = createFakeBrowser().openTab();
  const clock = { now: 0 };
  let keys = 0;
  const uploadsOf = (person: string) =>
    createUploads({
      client: createFakeClient(),
      database,
      owner: Promise.resolve(person),
      newKey: () => `key-${++keys}`,
      now: () => clock.now,
      namedUnder: ["attached:", "outbox:"],
    });
  return { database, clock, uploadsOf };
}

test("[FILE-14] files of another person, and what nobody came back to for 30 days, are not there", async () => {
  const { database, clock, uploadsOf } = setUpAges();
  await uploadsOf("ana").store(png()).stored;
  expect(await uploadsOf("bob").read("key-1")).toBeUndefined();
  clock.now = 31 * day;
  const late = uploadsOf("ana");
  await flushPromises();
  expect(await late.read("key-1")).toBeUndefined();
  await late.store(png()).stored;
  await late.clear();
  expect(await database.keys()).toEqual([]);
});

test("[FILE-14] a file stays as long as a field, a waiting message or a waiting answer names it", async () => {
  const { database, clock, uploadsOf } = setUpAges();
  const uploads = uploadsOf("ana");
  const [field, message, answer, left] = ["a", "b", "c", "d"].map((name) => uploads.store(png(name)).attached);
  if (!answer) throw new Error("four files were attached");
  const uploaded = await uploads.upload(answer);
  const files = uploaded.ok ? [uploaded.value] : [];
  await database.set("attached:ana:start", [field]);
  await database.set("outbox:ana:1", { submission: { type: "message", files: [message] } });
  await database.set("outbox:ana:2", { submission: { type: "answer", answers: { answers: [{ files }] } } });
  await database.set("outbox:bob:3", { submission: { type: "message", files: [left] } });
  clock.now = 31 * day;
  uploadsOf("ana");
  await flushPromises();
  const kept = (await database.keys()).filter((key) => key.startsWith("file:"));
  expect(kept).toEqual(["file:ana:key-1", "file:ana:key-2", "file:ana:key-3"]);
});
