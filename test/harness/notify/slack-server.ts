import { onTestFinished } from "vitest";
import { createApi } from "../server/api.ts";
import { callerKey } from "../server/caller.ts";
import { colleagueKey } from "../server/colleague.ts";
import { startTestServer } from "../server/test-server.ts";
import { type SlackMessage, type SlackOptions, type SlackService, startSlackService, team } from "./slack-service.ts";

export interface OpenSlackOptions extends SlackOptions {
  /** More of `notifications.slack`, such as the secret of HTTP mode. */
  readonly config?: object;
  /** More of the environment of the server. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A server whose people are told by Slack, and the Slack in which they are. */
export async function openSlack({ config, env, ...options }: OpenSlackOptions = {}) {
  const slack = await startSlackService(options);
  onTestFinished(() => slack.close());
  const settings = { ...slack.tokens, apiUrl: slack.apiUrl, ...config };
  const environment = { ASKBACK_TEST_SLACK: JSON.stringify(settings), ...env };
  const { server, api: owner } = await startTestServer({ env: environment });
  onTestFinished(async () => void (await server.stop()));
  const asking = createApi(server, callerKey);
  return {
    slack,
    server,
    settings,
    environment,
    owner,
    colleague: createApi(server, colleagueKey),
    asking,
    ask: async (body: object) => (await asking.post("/v1/inquiries", body)).body,
    read: async (id: string) => (await owner.get(`/v1/inquiries/${id}`)).body,
    delivery: async (id: string) => (await owner.get(`/v1/notifications/ntf_${id}/deliveries`)).body.items[0],
  };
}

/** The buttons of a message by their labels. */
export function buttonsOf(
  message: SlackMessage,
): ReadonlyMap<string, { action_id: string; value?: string; url?: string }> {
  return new Map(
    message.blocks
      .filter(({ type }: { type: string }) => type === "actions")
      // biome-ignore lint/suspicious/noExplicitAny: blocks have many forms
      .flatMap(({ elements }: any) => elements.map((element: any) => [element.text.text, element])),
  );
}

/** All text of a message or a dialog. */
export function textOf(blocks: unknown): string {
  return JSON.stringify(blocks);
}

const common = (user: string) => ({ user: { id: user, team_id: team }, team: { id: team } });

/** What Slack sends when a user presses the button of a message. */
export function pressOf(message: SlackMessage, label: string, user = "U0ANA") {
  const button = buttonsOf(message).get(label);
  if (!button) throw new Error(`no button ${label} in ${[...buttonsOf(message).keys()].join(", ")}`);
  const { action_id, value } = button;
  return {
    ...common(user),
    type: "block_actions",
    trigger_id: "trigger-1",
    channel: { id: message.channel },
    container: { message_ts: message.ts, channel_id: message.channel },
    actions: [{ action_id, value, type: "button" }],
  };
}

/** What Slack sends when a user sends a dialog with these values, by the ids of its blocks. */
export function submissionOf(view: { private_metadata: string }, values: Record<string, object>, user = "U0ANA") {
  return {
    ...common(user),
    type: "view_submission",
    view: {
      id: "V1",
      callback_id: "answer",
      private_metadata: view.private_metadata,
      state: { values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }])) },
    },
  };
}

/** What Slack sends when a user presses a button of a dialog. */
export function viewPressOf(view: { private_metadata: string }, action: string, user = "U0ANA") {
  const { private_metadata } = view;
  return {
    ...common(user),
    type: "block_actions",
    trigger_id: "trigger-2",
    view: { id: "V1", callback_id: "answer", private_metadata, state: { values: {} } },
    actions: [{ action_id: action, type: "button" }],
  };
}

export const picked = (value: string) => ({ type: "radio_buttons", selected_option: { value } });
export const checked = (...values: readonly string[]) => ({
  type: "checkboxes",
  selected_options: values.map((value) => ({ value })),
});
export const written = (value: string) => ({ type: "plain_text_input", value });

/** Presses a button that opens a dialog, and reads that. */
export async function openDialog(slack: SlackService, message: SlackMessage, label: string, user?: string) {
  const before = slack.calls.length;
  await slack.send(pressOf(message, label, user));
  return slack.until(() => slack.calls.slice(before).find(({ method }) => method === "views.open")?.fields.view);
}

/** What a dialog became after it was sent: by the answer to Slack, or by a call where that took longer. */
export async function shownAfter(slack: SlackService, submission: object) {
  const before = slack.calls.length;
  const answer = await slack.send(submission);
  if (answer.view === undefined || !textOf(answer.view).includes("Sending your answer")) return answer.view;
  return slack.until(() => slack.calls.slice(before).find(({ method }) => method === "views.update")?.fields.view);
}
