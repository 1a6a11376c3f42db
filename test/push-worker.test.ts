import { readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";
import { expect, test } from "vitest";

const source = readFileSync(new URL("../packages/web/public/push-worker.js", import.meta.url), "utf8");

interface Shown {
  readonly title: string;
  readonly tag: string;
  readonly data?: unknown;
  readonly actions?: readonly { readonly action: string; readonly title: string }[];
  close(): void;
}

/** The worker in a browser that shows notifications; `status` is what the server answers. */
function startWorker(status = 202) {
  const listeners = new Map<string, (event: object) => void>();
  let shown: Shown[] = [];
  const titles: string[] = [];
  const opened: string[] = [];
  const requests: {
    readonly url: string;
    readonly project: string | undefined;
    readonly via: string | undefined;
    readonly body: unknown;
  }[] = [];
  const worker = {
    location: { origin: "https://askback.example.org" },
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    registration: {
      async showNotification(title: string, options: Omit<Shown, "title" | "close">) {
        titles.push(title);
        const one: Shown = {
          ...options,
          title,
          close() {
            shown = shown.filter((other) => other !== one);
          },
        };
        shown = [...shown.filter(({ tag }) => tag !== one.tag), one];
      },
      getNotifications: async ({ tag }: { readonly tag: string }) => shown.filter((one) => one.tag === tag),
    },
    clients: { matchAll: async () => [], openWindow: async (url: string) => void opened.push(url) },
  };
  const fetch = async (url: string, { headers, body }: { readonly headers: object; readonly body: string }) => {
    const { "askback-project": project, "askback-via": via } = headers as Readonly<Record<string, string | undefined>>;
    requests.push({ url, project, via, body: JSON.parse(body) });
    return { ok: status < 300 };
  };
  runInContext(source, createContext({ self: worker, fetch, URL }));
  const fire = async (type: string, event: object) => {
    const done: Promise<unknown>[] = [];
    listeners.get(type)?.({ ...event, waitUntil: (work: Promise<unknown>) => done.push(work) });
    await Promise.all(done);
  };
  return {
    titles,
    opened,
    requests,
    shown: () => shown,
    push: (message: object) => fire("push", { data: { json: () => message } }),
    click: (action = "") => fire("notificationclick", { notification: shown[0], action }),
  };
}

const ask = {
  type: "ask",
  tag: "ntf_1",
  title: "Agent question from planner",
  body: "Deploy?",
  url: "https://askback.example.org/q/inq_1",
  project: "garden",
  answer: {
    inquiry: "inq_1",
    revision: 2,
    question: "q1",
    options: [
      { id: "o1", label: "Yes" },
      { id: "o2", label: "No" },
    ],
  },
};

test("[PUSH-2] the service worker shows a question with its answers, and a button sends that answer", async () => {
  const worker = startWorker();
  await worker.push(ask);
  expect(worker.shown()).toMatchObject([
    {
      tag: "ntf_1",
      actions: [
        { action: "o1", title: "Yes" },
        { action: "o2", title: "No" },
      ],
    },
  ]);
  await worker.click("o2");
  const body = { answers: [{ question: "q1", options: ["o2"] }], revision: 2 };
  expect(worker.requests).toEqual([{ url: "/v1/inquiries/inq_1/answer", project: "garden", via: "push", body }]);
  expect([worker.shown(), worker.opened]).toEqual([[], []]);
});

test("[PUSH-2] an answer to a message of an earlier server, which names no project, is sent in that of the session", async () => {
  const worker = startWorker();
  const { project: _, ...earlier } = ask;
  await worker.push(earlier);
  await worker.click("o1");
  expect(worker.requests).toMatchObject([{ url: "/v1/inquiries/inq_1/answer", project: undefined }]);
});

test("[PUSH-2] a click beside the buttons, and an answer that is refused, open the question", async () => {
  const worker = startWorker(409);
  await worker.push(ask);
  await worker.click();
  expect(worker.requests).toEqual([]);
  await worker.push(ask);
  await worker.click("o1");
  expect(worker.opened).toEqual([ask.url, ask.url]);
});

test("[PUSH-2] what is settled elsewhere is taken away, and nothing new is shown for it", async () => {
  const worker = startWorker();
  await worker.push(ask);
  await worker.push({ type: "withdraw", tag: "ntf_1", title: "Settled by ana" });
  expect(worker.shown()).toEqual([]);
  await worker.push({ type: "withdraw", tag: "ntf_2", title: "Settled by ana" });
  expect(worker.titles).toEqual([ask.title, "Settled by ana"]);
});
