import type { Message } from "@askback/core/wire";
import { I18nProvider } from "@lingui/react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { AskbackContext } from "../../askback-context.ts";
import { createServices } from "../../data/services.ts";
import { createI18n } from "../../i18n/i18n.ts";
import { ServicesContext } from "../../services-context.ts";
import { defaultSettings } from "../../settings.ts";
import { createFakeBrowser } from "../../testing/fake-browser.ts";
import { createFakeClient } from "../../testing/fake-client.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { answeredBy, inquiryOf, questionIn } from "../../testing/samples.ts";
import { EditMessageForm } from "./edit-message-form.tsx";
import { canForkBefore, Transcript } from "./transcript.tsx";

const said = (id: string, changes: Partial<Message>): Message => ({
  id,
  role: "person",
  at: "2026-05-04T14:00:00.000Z",
  blocks: [{ type: "text", text: id }],
  ...changes,
});

const conversation = [
  said("m1", { by: "ana" }),
  said("m2", { role: "agent" }),
  said("m3", { by: "ben" }),
  said("m4", {}),
];

/** The authors over the messages, as this reader sees them. */
function authorsFor(me: string | undefined): readonly string[] {
  const page = renderToStaticMarkup(
    <I18nProvider i18n={createI18n()}>
      <Transcript
        conversationId="conv_1"
        createdAt="2026-05-04T14:00:00.000Z"
        messages={conversation}
        agent={{ title: "Planner", avatar: { symbol: "P", hue: 9 } }}
        me={me}
        linked={undefined}
        onOpen={undefined}
      />
    </I18nProvider>,
  );
  return [...page.matchAll(/ask-message-from">([^<]*)</g)].map(([, name = ""]) => name);
}

test("[CHAT-20] each reader sees You over their own messages, and over others the name of who wrote them", () => {
  expect(authorsFor("ana")).toEqual(["You", "Planner", "ben", "You"]);
  expect(authorsFor("ben")).toEqual(["ana", "Planner", "You", "You"]);
});

test("[CHAT-20] until the reader is loaded every named author is shown by name", () => {
  expect(authorsFor(undefined)).toEqual(["ana", "Planner", "ben", "You"]);
});

const at = (minute: number) => `2026-11-15T09:0${minute}:00.000Z`;
const replied = (runId: string) => said(`reply_${runId}`, { role: "agent", runId });
const answeredInChat = answeredBy("ana", {
  resolution: { type: "answered-in-chat", at: at(5), by: "ana", messageId: "m" },
});
const dismissed = answeredBy("ana", { resolution: { type: "dismissed", at: at(5), by: "ana" } });
const message = said("m", { at: at(6), delivered: true });
const unread = { ...message, delivered: false };
const answering = { ...message, answers: "inq_1" };

test.each([
  ["the first message", [message], true],
  ["after a reply", [said("first", {}), replied("run_1"), message, replied("run_2")], true],
  ["in place of an answer in the chat", [questionIn(answeredInChat), answering], true],
  ["beside a question that waits", [questionIn(inquiryOf()), unread], true],
  ["after a question that was set aside", [questionIn(dismissed), message, replied("run_2")], true],
  ["inherited from the conversation before the fork", [{ ...message, at: at(0) }], false],
  ["written by a card", [questionIn(answeredBy("ana")), answering], false],
  ["in one run of the agent", [replied("run_1"), message, replied("run_1")], false],
  ["before the reply to another message", [said("first", {}), message, replied("run_1")], false],
  ["before the reply to an answer", [questionIn(answeredBy("ana")), message, replied("run_2")], false],
  ["not read yet by an agent that works", [replied("run_1"), unread], false],
])("[CHAT-10] a message is edited only where a fork can start before it: %s", (_, messages, expected) => {
  const edited = messages.find(({ id }) => id === "m");
  expect(edited && canForkBefore(edited, messages, at(1))).toBe(expected);
});

test("[CHAT-10] the form shows the message, and what was written before", () => {
  const services = createServices({
    client: createFakeClient(),
    clock: createFakeClock(),
    storage: createFakeBrowser().openTab(),
    network: { isOnline: () => true, onChange: () => () => {} },
    device: "Laptop",
    origin: "https://ask.example",
    newKey: () => "key_1",
    reload() {},
  });
  const shown = () =>
    renderToStaticMarkup(
      <I18nProvider i18n={createI18n()}>
        <ServicesContext value={services}>
          <AskbackContext value={{ ...services, settings: defaultSettings, change() {} }}>
            <EditMessageForm conversationId="conv_1" message={message} onClose={() => {}} onOpen={() => {}} />
          </AskbackContext>
        </ServicesContext>
      </I18nProvider>,
    ).match(/<textarea[^>]*>([^<]*)</)?.[1];
  expect(shown()).toBe("m");
  services.text("edit:m").write("another text");
  expect(shown()).toBe("another text");
});
