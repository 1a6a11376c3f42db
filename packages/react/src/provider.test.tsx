import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { type Askback, useAskback } from "./askback-context.ts";
import type { Outbox } from "./data/outbox/outbox.ts";
import { AskbackProvider } from "./provider.tsx";
import { createFakeClient } from "./testing/fake-client.ts";
import { useConnection } from "./use-connection.ts";
import { type ConversationView, useConversation } from "./use-conversation.ts";
import { useInquiry } from "./use-inquiry.ts";
import { useMe } from "./use-people.ts";

function Shown() {
  const { settings } = useAskback();
  const { thread } = useConversation("conv_1");
  const shown = [
    useInquiry("inq_1").status,
    thread.status,
    useConnection(),
    useMe().data?.id ?? "nobody",
    settings.questions,
  ];
  return <p>{shown.join(" ")}</p>;
}

function Rendered({ onRender }: { onRender(askback: Askback, view: ConversationView): void }) {
  onRender(useAskback(), useConversation("conv_1"));
  return null;
}

test("[WEB-10] components render on a server without a request", () => {
  const client = createFakeClient();
  const page = renderToString(
    <AskbackProvider client={client} settings={{ questions: "stacked" }}>
      <Shown />
    </AskbackProvider>,
  );
  expect(page).toBe("<p>pending pending connecting nobody stacked</p>");
  expect(client.calls).toEqual([]);
});

test("[WEB-10] components that render on a server open no tab channel", () => {
  const { BroadcastChannel } = globalThis;
  const opened: string[] = [];
  globalThis.BroadcastChannel = class extends BroadcastChannel {
    constructor(name: string) {
      super(name);
      opened.push(name);
      this.close();
    }
  };
  try {
    renderToString(
      <AskbackProvider url="https://ask.example">
        <Shown />
      </AskbackProvider>,
    );
  } finally {
    globalThis.BroadcastChannel = BroadcastChannel;
  }
  expect(opened).toEqual([]);
});

test("[SEND-8] a message that is sent with `useConversation` goes through the outbox", () => {
  const client = createFakeClient();
  let outbox: Outbox | undefined;
  const onRender = (askback: Askback, { send }: ConversationView) => {
    outbox = askback.outbox;
    void send("Hello", { separate: true });
  };
  renderToString(
    <AskbackProvider client={client}>
      <Rendered onRender={onRender} />
    </AskbackProvider>,
  );
  const message = { type: "message", conversationId: "conv_1", text: "Hello", isSeparate: true };
  expect(outbox?.entries.get()).toMatchObject([{ submission: message }]);
  expect(client.calls).toEqual([]);
});

test("[SEND-7] a message that is sent before the thread is loaded answers no question", () => {
  let outbox: Outbox | undefined;
  const onRender = (askback: Askback, { send }: ConversationView) => {
    outbox = askback.outbox;
    void send("Hello");
  };
  renderToString(
    <AskbackProvider client={createFakeClient()}>
      <Rendered onRender={onRender} />
    </AskbackProvider>,
  );
  expect(outbox?.entries.get()).toMatchObject([{ submission: { text: "Hello", isSeparate: true } }]);
});

test("[WEB-10] a component outside of the provider says what is missing", () => {
  expect(() => renderToString(<Shown />)).toThrow("<AskbackProvider>");
});
