import type { Message } from "@askback/core/wire";
import { createInbox, type InboxFilter } from "../data/inbox/inbox.ts";
import { createServices } from "../data/services.ts";
import type { FakeBrowser } from "./fake-browser.ts";
import { createFakeClient } from "./fake-client.ts";
import { createFakeClock, type FakeClock } from "./fake-clock.ts";
import { flushPromises } from "./flush-promises.ts";
import { observe } from "./observe.ts";
import { ana, inquiryOf, messageOf, questionIn, unreachable } from "./samples.ts";

interface PageOptions {
  readonly isOnline?: boolean;
  readonly me?: typeof ana;
  readonly apiKey?: string;
  /** Whether the server never says who is signed in. */
  readonly isAway?: boolean;
  readonly messages?: readonly Message[];
}

/** A page that shows a conversation. Without a network, everything that it reads fails. */
export async function openPage(browser: FakeBrowser, clock: FakeClock, options: PageOptions = {}) {
  const { isOnline = true, me = ana, messages = [messageOf("m1"), questionIn(inquiryOf())] } = options;
  const client = createFakeClient();
  Object.assign(client.known, { me, messages });
  const world = { isOnline };
  const networkListeners = new Set<() => void>();
  const fail = () => ({ ok: false, error: unreachable }) as const;
  if (!isOnline) for (const name of ["me", "conversation", "transcript", "inquiry"]) client.answerWith(name, fail);
  if (options.isAway) client.me = async () => fail();
  const tab = browser.openTab();
  const services = createServices({
    client,
    clock,
    storage: tab,
    network: {
      isOnline: () => world.isOnline,
      onChange(listener) {
        networkListeners.add(listener);
        return () => networkListeners.delete(listener);
      },
    },
    device: "Laptop",
    origin: "https://ask.example",
    apiKey: options.apiKey,
    newKey: () => "key_1",
    reload: () => {},
  });
  const { live, lastSeen, user } = services;
  const stop = services.start();
  const thread = observe(live.queryClient, live.queries.thread("conv_1"));
  if (isOnline) client.stream.become("live");
  await flushPromises();
  const shown = () => thread.get().data?.messages.map(({ id }) => id);
  const connect = async () => {
    world.isOnline = true;
    for (const listener of networkListeners) listener();
    client.stream.become("live");
    await flushPromises();
  };
  const goOffline = () => {
    world.isOnline = false;
    for (const listener of networkListeners) listener();
  };
  const close = () => {
    thread.stop();
    stop();
  };
  return { client, tab, services, live, lastSeen, user, thread, shown, connect, goOffline, close };
}

export async function pause(clock: FakeClock, ms = 2_000): Promise<void> {
  clock.advance(ms);
  await flushPromises();
}

export const seenKeys = (browser: FakeBrowser) => [...browser.database.keys()].filter((key) => key.startsWith("seen"));

export async function seeAndClose(browser: FakeBrowser, clock: FakeClock, options?: PageOptions): Promise<void> {
  const page = await openPage(browser, clock, options);
  await pause(clock);
  page.close();
  await flushPromises();
}

/** The open list of an inbox on the page, whose server has two inquiries or is away. */
export async function openInbox(
  { live, client }: Awaited<ReturnType<typeof openPage>>,
  filter: InboxFilter,
  isOnline = true,
) {
  const items = [inquiryOf(), inquiryOf({ id: "inq_2" })];
  client.inquiries.list = async () => (isOnline ? { ok: true, value: { items } } : { ok: false, error: unreachable });
  const list = observe(live.queryClient, createInbox({ client, live, clock: createFakeClock() }).open(filter).query);
  await flushPromises();
  return () => list.get().data?.inquiries.map(({ id }) => id);
}
