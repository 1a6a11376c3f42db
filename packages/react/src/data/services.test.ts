import { expect, test } from "vitest";
import { createFakeBrowser } from "../testing/fake-browser.ts";
import { createFakeClient } from "../testing/fake-client.ts";
import { createFakeClock, type FakeClock } from "../testing/fake-clock.ts";
import { flushPromises } from "../testing/flush-promises.ts";
import { createServices } from "./services.ts";

const browser = createFakeBrowser();

function openPage(clock: FakeClock, { isOnline }: { readonly isOnline: boolean }) {
  const client = createFakeClient();
  if (!isOnline) client.answerWith("me", () => new Promise(() => {}));
  const tab = browser.openTab();
  const { drafts, live, files, start } = createServices({
    client,
    clock,
    storage: tab,
    network: { isOnline: () => isOnline, onChange: () => () => {} },
    device: "Laptop",
    origin: "https://ask.example",
    newKey: () => "key_1",
    reload: () => {},
  });
  const stop = start();
  return { drafts, live, files, stop, client, database: tab.database, leave: () => tab.hide() };
}

test("[DRAFT-7] without a connection a stored text is restored at once, until the person signs out", async () => {
  const clock = createFakeClock();
  const first = openPage(clock, { isOnline: true });
  await flushPromises();
  first.drafts.texts.set("composer:conv_1", "half a thought");
  clock.advance(250);
  await flushPromises();
  first.stop();

  const offline = openPage(clock, { isOnline: false });
  expect(await offline.drafts.texts.get("composer:conv_1")).toBe("half a thought");
  await offline.drafts.wipe();
  offline.stop();

  const after = openPage(clock, { isOnline: false });
  const found = await Promise.race([
    after.drafts.texts.get("composer:conv_1"),
    flushPromises().then(() => "nobody is known"),
  ]);
  expect(found).toBe("nobody is known");
  after.stop();
});

test("[WEB-11] signing out removes the files that a person attached from the browser", async () => {
  const { files, drafts, database, stop } = openPage(createFakeClock(), { isOnline: true });
  await flushPromises();
  files("composer:conv_1").add([new File(["bytes"], "photo.png", { type: "image/png" })], { bytes: 1_000 });
  await flushPromises();
  const attachments = async () => (await database.keys()).filter((key) => /^(?:file|attached):/.test(key));
  expect(await attachments()).toHaveLength(2);
  await drafts.wipe();
  expect(await attachments()).toEqual([]);
  stop();
});
