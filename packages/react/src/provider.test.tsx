import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { useAskback } from "./askback-context.ts";
import { AskbackProvider } from "./provider.tsx";
import { createFakeClient } from "./testing/fake-client.ts";
import { useConnection } from "./use-connection.ts";
import { useConversation } from "./use-conversation.ts";
import { useInquiry } from "./use-inquiry.ts";
import { useMe } from "./use-me.ts";

function Shown() {
  const { settings } = useAskback();
  const { thread } = useConversation("conv_1");
  const shown = [
    useInquiry("inq_1").status,
    thread.status,
    useConnection(),
    useMe()?.id ?? "nobody",
    settings.questions,
  ];
  return <p>{shown.join(" ")}</p>;
}

test("[WEB-10] the components can be drawn on a server, where they ask nothing of the network", () => {
  const client = createFakeClient();
  const page = renderToString(
    <AskbackProvider client={client} settings={{ questions: "stacked" }}>
      <Shown />
    </AskbackProvider>,
  );
  expect(page).toBe("<p>loading loading connecting nobody stacked</p>");
  expect(client.calls).toEqual([]);
});

test("[WEB-10] what is drawn on a server listens to no other tab", () => {
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

test("[WEB-10] a component outside of the provider says what is missing", () => {
  expect(() => renderToString(<Shown />)).toThrow("<AskbackProvider>");
});
