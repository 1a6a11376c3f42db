import { expect, test } from "vitest";
import { flushPromises } from "../../testing/flush-promises.ts";
import { done, refused, setUp, unreachable } from "../../testing/message-outbox.ts";

test("[FILE-14] the bytes of a message are deleted when it is discarded, and stay when it is taken back", async () => {
  const { openTab, requests, browser } = setUp();
  const { outbox, uploads } = openTab();
  const bytes = () => [...browser.database.keys()].filter((key) => key.startsWith("file:"));
  const sendRefused = async (name: string) => {
    const { attached } = uploads.store(new File(["abc"], name, { type: "image/png" }));
    outbox.submit({ type: "message", conversationId: "c1", text: "See", files: [attached], isSeparate: false });
    await flushPromises();
    await requests.at(-1)?.answer({ ok: false, error: refused });
    expect(outbox.entries.get()).toMatchObject([{ status: "failed" }]);
    return outbox.entries.get()[0]?.submission.id ?? "";
  };
  const discarded = await sendRefused("a.png");
  expect(bytes()).toHaveLength(1);
  outbox.discard(discarded);
  await flushPromises();
  expect(bytes()).toEqual([]);
  outbox.takeBack(await sendRefused("b.png"));
  await flushPromises();
  expect([outbox.entries.get(), bytes().length]).toEqual([[], 1]);
});

test("[FILE-14] a message is sent after its files, and a file that the server lost is uploaded again", async () => {
  const { client, openTab, requests } = setUp();
  const { outbox, uploads } = openTab();
  const { attached: file } = uploads.store(new File(["abc"], "a.png", { type: "image/png" }));
  outbox.submit({ type: "message", conversationId: "c1", text: "See", files: [file], isSeparate: false });
  await flushPromises();
  expect(client.calledFor("upload")).toHaveLength(1);
  expect(requests[0]?.sent[1]).toMatchObject({ text: "See", files: ["file_a.png"] });
  await requests[0]?.answer({ ok: false, error: { ...refused, status: 422, code: "file-unknown" } });
  expect(client.calledFor("upload")).toHaveLength(2);
  await requests[1]?.answer(done);
  expect(outbox.entries.get()).toMatchObject([{ status: "sent" }]);
});

test("[FILE-14] a message whose file cannot be uploaded yet waits, and one whose file is refused says so", async () => {
  const { client, openTab, requests } = setUp();
  const { outbox, uploads } = openTab();
  const { attached: file } = uploads.store(new File(["abc"], "a.png", { type: "image/png" }));
  client.answerWith("upload", () => ({ ok: false, error: unreachable }));
  outbox.submit({ type: "message", conversationId: "c1", text: "", files: [file], isSeparate: false });
  await flushPromises();
  expect([outbox.entries.get()[0]?.status, requests.length]).toEqual(["waiting", 0]);
  const problem = { ...refused, status: 415, code: "file-type-unsupported" };
  client.answerWith("upload", () => ({ ok: false, error: problem }));
  outbox.retry(outbox.entries.get()[0]?.submission.id ?? "");
  await flushPromises();
  expect(outbox.entries.get()).toMatchObject([{ status: "failed", problem }]);
  expect(requests).toHaveLength(0);
});
