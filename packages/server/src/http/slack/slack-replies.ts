import type { Clock } from "../../clock.ts";
import type { SlackApi } from "../../notify/slack/slack-api.ts";
import { messageView, type SlackView } from "../../notify/slack/slack-dialog.ts";
import { escaped, link } from "../../notify/slack/slack-text.ts";
import type { SlackPayload } from "./slack-payload.ts";

/** What somebody is shown after they did something in Slack. */
export type Shown =
  /** Nothing: the message changes by itself when the question is settled. */
  | { readonly type: "done" }
  | {
      readonly type: "message";
      readonly words: string;
      /** Where they read more. */
      readonly url?: string;
      /** What they gave, and what was not sent. */
      readonly given?: readonly string[];
    }
  | { readonly type: "dialog"; readonly view: SlackView };

export interface Reply {
  /** What Slack is answered at once. */
  readonly answer: Promise<object | undefined>;
  /** Everything that is shown, also what comes later. */
  readonly done: Promise<void>;
}

/** Slack waits three seconds for an answer; the way there and back takes some of them. */
const answerMs = 2_000;
const timeoutMs = 15_000;

/** Shows people what became of what they did: in the answer to Slack where there is time, else by a call. */
export function createSlackReplies(api: SlackApi, clock: Pick<Clock, "after">) {
  async function update(viewId: string, view: SlackView): Promise<void> {
    await api.call("views.update", { view_id: viewId, view }, AbortSignal.timeout(timeoutMs));
  }

  /** A dialog is answered with another one, or closes; one that waited is told by a call. */
  function toDialog(viewId: string, work: Promise<Shown>): Reply {
    const late = Promise.withResolvers<"late">();
    const cancel = clock.after(answerMs, () => late.resolve("late"));
    const first = Promise.race([work, late.promise]);
    return {
      answer: first.then((shown) => {
        if (shown === "late") return { response_action: "update", view: sending };
        return shown.type === "done" ? undefined : { response_action: "update", view: viewOf(shown) };
      }),
      done: first.then(async (shown) => {
        cancel();
        if (shown === "late") await update(viewId, viewOf(await work));
      }),
    };
  }

  /** Slack is told that a button works when it has done so, or when Slack would say that it does not. */
  function toButton(payload: Extract<SlackPayload, { type: "block_actions" }>, work: Promise<Shown>): Reply {
    const late = Promise.withResolvers<void>();
    const cancel = clock.after(answerMs, late.resolve);
    const done = work.then((shown) => showAfterButton(payload, shown)).finally(cancel);
    return { answer: Promise.race([done, late.promise]).then(() => undefined), done };
  }

  async function showAfterButton(
    { view, trigger_id, channel, user }: Extract<SlackPayload, { type: "block_actions" }>,
    shown: Shown,
  ): Promise<void> {
    if (view) return update(view.id, viewOf(shown));
    const signal = AbortSignal.timeout(timeoutMs);
    const tell = async (text: string) =>
      void (channel && (await api.call("chat.postEphemeral", { channel: channel.id, user: user.id, text }, signal)));
    switch (shown.type) {
      case "done":
        return;
      case "message":
        return tell(
          `${escaped(shown.words)}${shown.url === undefined ? "" : ` ${link(shown.url, "Open in Askback")}`}`,
        );
      case "dialog": {
        const opened = await api.call("views.open", { trigger_id, view: shown.view }, signal);
        if (!opened.ok) await tell("Slack did not open the dialog in time. Press the button again.");
      }
    }
  }

  return {
    give: (payload: SlackPayload, work: Promise<Shown>): Reply =>
      payload.type === "view_submission" ? toDialog(payload.view.id, work) : toButton(payload, work),
  };
}

const sending = messageView("Askback", "Sending your answer…");

function viewOf(shown: Shown): SlackView {
  switch (shown.type) {
    case "done":
      return messageView("Sent", "The agent goes on with your answer.");
    case "message":
      return messageView("Not sent", shown.words, shown.given, shown.url);
    case "dialog":
      return shown.view;
  }
}
