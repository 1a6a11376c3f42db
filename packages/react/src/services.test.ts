import { expect, test } from "vitest";
import { createServices } from "./services.ts";
import { createFakeClient } from "./testing/fake-client.ts";
import { createFakeBrowser } from "./testing/fake-places.ts";
import { settled } from "./testing/settled.ts";
import { createTurnableClock } from "./testing/turnable-clock.ts";

const browser = createFakeBrowser();
const clock = createTurnableClock();

function openPage({ isOnline }: { readonly isOnline: boolean }) {
  const client = createFakeClient();
  if (!isOnline) client.answerWith("me", () => new Promise(() => {}));
  const tab = browser.openTab();
  const { drafts, live, start } = createServices({
    client,
    clock,
    places: tab,
    network: { isOnline: () => isOnline, onOnline: () => () => {} },
    device: "Laptop",
    origin: "https://ask.example",
    newKey: () => "key_1",
    startOver: () => {},
  });
  const stop = start();
  return { drafts, live, stop, client, leave: () => tab.leave() };
}

test("[D-7] without a connection what was written is there at once, until its author signs out", async () => {
  const first = openPage({ isOnline: true });
  await settled();
  first.drafts.texts.keep("composer:conv_1", "half a thought");
  clock.turn(250);
  await settled();
  first.stop();

  const offline = openPage({ isOnline: false });
  expect(await offline.drafts.texts.get("composer:conv_1")).toBe("half a thought");
  await offline.drafts.wipe();
  offline.stop();

  const after = openPage({ isOnline: false });
  const found = await Promise.race([
    after.drafts.texts.get("composer:conv_1"),
    settled().then(() => "nobody is known"),
  ]);
  expect(found).toBe("nobody is known");
  after.stop();
});
