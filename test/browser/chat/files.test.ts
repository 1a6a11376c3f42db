import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { hostileFiles, sampleFiles } from "../../../packages/server/src/http/testing/sample-files.ts";
import { openPage } from "../../harness/browser/browser.ts";
import { cardOn, openInquiryPage, ownWordsOf } from "../../harness/browser/inquiry-page.ts";
import { axeOf } from "../../harness/browser/page-checks.ts";
import { review } from "../../harness/browser/pointer.ts";
import { askOne, askTwo } from "../../harness/server/ask-calls.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

const testServer = await startTestServer();
const composerOn = (page: Page) => page.getByRole("textbox", { name: "Message", exact: true });
const attachedOn = (page: Page) => page.getByRole("list", { name: "Attached files" }).getByRole("listitem");
/** A drawing of one red pixel, which a browser can show. */
const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==",
  "base64",
);
const photo = { name: "photo.png", mimeType: "image/png", buffer: pixel };
const plan = { name: "plan.pdf", mimeType: "application/pdf", buffer: sampleFiles["plan.pdf"] };

async function openConversation(options: Parameters<typeof openPage>[1] = {}) {
  const conversation = await testServer.startConversation("scripted", [{ text: "Hello." }, { text: "I see." }]);
  await conversation.waitForStatus("idle");
  const page = await openPage(testServer, { path: `/c/${conversation.id}`, ...options });
  await page.getByText("Hello.", { exact: true }).waitFor();
  return { page, conversation };
}

interface GivenFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** Pastes or drops a file as a browser does. */
async function give(page: Page, type: "paste" | "drop", { name, mimeType, buffer }: GivenFile): Promise<void> {
  await composerOn(page).evaluate(
    (field, given) => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(given.bytes)], given.name, { type: given.mimeType }));
      const options = { bubbles: true, cancelable: true };
      field.dispatchEvent(
        given.type === "paste"
          ? new ClipboardEvent("paste", { ...options, clipboardData: data })
          : new DragEvent("drop", { ...options, dataTransfer: data }),
      );
    },
    { type, name, mimeType, bytes: [...buffer] },
  );
}

test("[FILE-12] [FILE-15] files are picked, pasted and dropped, removed, sent and shown", async () => {
  const { page, conversation } = await openConversation();
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Attach files" }).click();
  await (await chooser).setFiles([photo, plan]);
  await give(page, "paste", { ...photo, name: "pasted.png" });
  await give(page, "drop", { ...plan, name: "dropped.pdf" });
  await expect.poll(() => attachedOn(page).count()).toBe(4);
  await page.getByRole("button", { name: "Remove \u2068dropped.pdf\u2069" }).click();
  await expect.poll(() => attachedOn(page).locator(".ask-file-name").allTextContents()).toHaveLength(3);
  await composerOn(page).press("Enter");
  await expect.poll(() => attachedOn(page).count()).toBe(0);
  const message = page.locator(".ask-message[data-own]").last();
  await expect
    .poll(() =>
      message.locator(".ask-files button").evaluateAll((nodes) => nodes.map((node) => node.getAttribute("title"))),
    )
    .toEqual(["photo.png", "plan.pdf", "pasted.png"].map((name) => `Download \u2068${name}\u2069`));
  const image = message.getByRole("img", { name: "photo.png" });
  await expect.poll(() => image.evaluate((node: HTMLImageElement) => node.naturalWidth)).toBe(1);
  const downloading = page.waitForEvent("download");
  await message
    .locator(".ask-files")
    .getByRole("button", { name: /plan\.pdf/ })
    .click();
  expect((await downloading).suggestedFilename()).toBe("plan.pdf");
  const names = ["photo.png", "plan.pdf", "pasted.png"].map((name) => expect.stringContaining(`[file: "${name}"`));
  await expect.poll(() => conversation.newMessages()).toEqual([{ person: expect.stringContaining("[file: ") }]);
  for (const name of names) expect(conversation.newMessages()).toMatchObject([{ person: name }]);
});

test("[FILE-13] a file that is not supported is named with what is", async () => {
  const { page } = await openConversation({ expected: [/415/] });
  const problems = page.locator(".ask-attachment-problems");
  const told = (name: string) =>
    `\u2068${name}\u2069 cannot be attached. Images, PDF and text files up to 10 MB are supported.`;
  await give(page, "drop", { name: "movie.mp4", mimeType: "video/mp4", buffer: pixel });
  await expect.poll(() => problems.textContent()).toBe(told("movie.mp4"));
  const { name, bytes } = hostileFiles[2] ?? { name: "", bytes: Buffer.alloc(0) };
  await give(page, "drop", { name, mimeType: "image/png", buffer: bytes });
  await expect.poll(() => problems.textContent()).toBe(told(name));
  expect(await attachedOn(page).count()).toBe(0);
});

test("[FILE-13] a file that is too large, or that the server refuses, is named in sight with the reason", async () => {
  const { page } = await openConversation({ expected: [/413/, /422/] });
  const notice = page.getByRole("alert");
  const told = (name: string) =>
    `\u2068${name}\u2069 cannot be attached. Images, PDF and text files up to 10 MB are supported.`;
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Attach files" }).click();
  await (await chooser).setFiles([{ ...plan, name: "large.pdf", buffer: Buffer.alloc(11 * 1024 * 1024, 32) }]);
  await expect.poll(() => notice.allTextContents()).toEqual([told("large.pdf")]);
  expect(await notice.isVisible()).toBe(true);
  await page.route("**/v1/files", (route) => route.fulfill({ status: 413, json: { code: "file-too-large" } }), {
    times: 1,
  });
  await give(page, "drop", { ...plan, name: "limited.pdf" });
  await expect.poll(() => notice.allTextContents()).toEqual([told("limited.pdf")]);
  await give(page, "paste", { name: "empty.txt", mimeType: "text/plain", buffer: Buffer.alloc(0) });
  await expect
    .poll(() => notice.allTextContents())
    .toEqual([expect.stringMatching(/empty\.txt.* could not be attached: /)]);
  expect(await notice.isVisible()).toBe(true);
  expect(await attachedOn(page).count()).toBe(0);
  expect(await axeOf(page)).toEqual([]);
});

test("[FILE-13] a file that is refused twice is named twice, until others are added", async () => {
  const { page } = await openConversation();
  const problems = page.locator(".ask-attachment-problems p");
  const movie = { name: "movie.mp4", mimeType: "video/mp4", buffer: pixel };
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Attach files" }).click();
  await (await chooser).setFiles([movie, movie]);
  await expect.poll(() => problems.count()).toBe(2);
  await give(page, "drop", { ...movie, name: "other.mp4" });
  await expect.poll(() => problems.allTextContents()).toEqual([expect.stringContaining("other.mp4")]);
});

test("[FILE-14] a file whose upload fails stays attached and says that it waits", async () => {
  const { page, conversation } = await openConversation({ expected: [/503/] });
  await page.route("**/v1/files", (route) => route.fulfill({ status: 503 }));
  await give(page, "drop", photo);
  const note = attachedOn(page).getByText("Waits for a connection", { exact: true });
  await note.waitFor();
  expect(await page.getByRole("alert").count()).toBe(0);
  await page.unroute("**/v1/files");
  await composerOn(page).fill("Here it is");
  await composerOn(page).press("Enter");
  const sent = await conversation.waitForEvent(
    ({ type, data }) => type === "message.received" && data.text === "Here it is",
  );
  expect(sent.data.files.map((file: { name: string }) => file.name)).toEqual(["photo.png"]);
});

test("[FILE-16] an answer waits in sight for its files, also for those of a question that is not shown", async () => {
  const { page, path } = await openInquiryPage(testServer, askTwo);
  const card = cardOn(page);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/v1/files", async (route) => {
    await held;
    await route.continue();
  });
  const chooser = page.waitForEvent("filechooser");
  await card.getByRole("button", { name: "Attach files" }).click();
  await (await chooser).setFiles([photo]);
  await ownWordsOf(card).fill("Like this");
  await card.getByRole("button", { name: "Next", exact: true }).click();
  await card.getByRole("checkbox", { name: "Metrics" }).check();
  await review(card);
  await card.getByRole("button", { name: "Submit answer", exact: true }).click();
  const notice = card.getByText("The files are still being uploaded. Send again in a moment.", { exact: true });
  await notice.waitFor();
  expect((await testServer.api.get(path)).body.status).toBe("open");
  release();
  await notice.waitFor({ state: "detached" });
  await card.getByRole("button", { name: "Submit answer", exact: true }).click();
  await card.locator(".ask-summary").getByRole("img", { name: "photo.png" }).waitFor();
});

test("[FILE-14] attached files survive a reload, and are uploaded and sent when there is a connection", async () => {
  const { page, conversation } = await openConversation({ expected: [/ERR_INTERNET_DISCONNECTED/] });
  await give(page, "drop", photo);
  await expect.poll(() => attachedOn(page).locator(".ask-muted").allTextContents()).toEqual(["1 kB"]);
  await page.reload();
  await expect.poll(() => attachedOn(page).locator(".ask-file-name").allTextContents()).toEqual(["photo.png"]);
  await page.context().setOffline(true);
  await give(page, "drop", plan);
  await expect.poll(() => attachedOn(page).count()).toBe(2);
  await composerOn(page).fill("Both");
  await composerOn(page).press("Enter");
  await expect
    .poll(() => page.locator(".ask-outgoing .ask-file-name").allTextContents())
    .toEqual(["photo.png", "plan.pdf"]);
  await page.context().setOffline(false);
  const sent = await conversation.waitForEvent(({ type, data }) => type === "message.received" && data.text === "Both");
  expect(sent.data.files.map((file: { name: string }) => file.name)).toEqual(["photo.png", "plan.pdf"]);
});

test("[FILE-12] [FILE-14] own words can have files, which stay in the draft and are shown with the answer", {
  tags: "smoke",
}, async () => {
  const { page, path } = await openInquiryPage(testServer, askOne);
  const card = cardOn(page);
  const chooser = page.waitForEvent("filechooser");
  await card.getByRole("button", { name: "Attach files" }).click();
  await (await chooser).setFiles([photo]);
  const attached = card.getByRole("list", { name: "Attached files" }).locator(".ask-file-name");
  await expect.poll(() => attached.allTextContents()).toEqual(["photo.png"]);
  await page.reload();
  await expect.poll(() => attached.allTextContents()).toEqual(["photo.png"]);
  // A file that was not in the draft yet is uploaded first, and until then nothing is sent.
  await card.locator("[aria-busy=true]").waitFor({ state: "detached" });
  await card.getByRole("button", { name: "Submit answer", exact: true }).click();
  await card.locator(".ask-summary").getByRole("img", { name: "photo.png" }).waitFor();
  const { body } = await testServer.api.get(path);
  expect(body.resolution.answers).toMatchObject([{ question: "q1", files: [{ name: "photo.png" }] }]);
});

test("[FILE-12] a file of own words is in view when it is added, also below a context that is shown", async () => {
  const context = "Much to know before one answers.\n\n".repeat(12);
  const call = { name: "ask_user_question", input: { ...askOne.input, context } };
  const { page, card } = await openInquiryPage(testServer, call, { width: 1280, height: 720 });
  await card.getByRole("button", { name: "Show context" }).click();
  const chooser = page.waitForEvent("filechooser");
  await card.getByRole("button", { name: "Attach files" }).click();
  await (await chooser).setFiles([photo, plan]);
  const last = card.getByRole("list", { name: "Attached files" }).getByRole("listitem").last();
  const isInView = async () => {
    const [box, body] = [await last.boundingBox(), await card.locator(".ask-body").boundingBox()];
    return box !== null && body !== null && box.y >= body.y && box.y + box.height <= body.y + body.height + 1;
  };
  await expect.poll(isInView).toBe(true);
});

test("[FILE-12] a conversation can start with files alone", async () => {
  const page = await openPage(testServer, { path: "/" });
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Attach files" }).click();
  await (await chooser).setFiles([photo]);
  await expect.poll(() => attachedOn(page).locator(".ask-muted").allTextContents()).toEqual(["1 kB"]);
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.locator(".ask-message[data-own]").getByRole("img", { name: "photo.png" }).waitFor();
  await page.getByRole("link", { name: "New conversation" }).click();
  await page.getByRole("button", { name: "Attach files" }).waitFor();
  expect(await attachedOn(page).count()).toBe(0);
});
