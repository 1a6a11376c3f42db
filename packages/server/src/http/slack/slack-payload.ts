import { z } from "@hono/zod-openapi";
import { dialogActions } from "../../notify/slack/slack-dialog.ts";
import { messageActions } from "../../notify/slack/slack-message.ts";

const Option = z.object({ value: z.string() });
const Element = z.object({
  value: z.string().nullish(),
  selected_option: Option.nullish(),
  selected_options: z.array(Option).nullish(),
});
const View = z.object({
  id: z.string(),
  private_metadata: z.string().default(""),
  state: z.object({ values: z.record(z.string(), z.record(z.string(), Element)) }).default({ values: {} }),
});

const common = {
  user: z.object({ id: z.string(), team_id: z.string().optional() }),
  team: z.object({ id: z.string() }).nullish(),
};

/** What Slack sends when somebody presses a button of a message or a dialog, and when they send a dialog. */
export const SlackPayload = z.discriminatedUnion("type", [
  z.object({
    ...common,
    type: z.literal("block_actions"),
    trigger_id: z.string().optional(),
    channel: z.object({ id: z.string() }).optional(),
    view: View.optional(),
    actions: z.array(z.object({ action_id: z.string(), value: z.string().optional() })).min(1),
  }),
  z.object({ ...common, type: z.literal("view_submission"), view: View }),
]);
export type SlackPayload = z.infer<typeof SlackPayload>;

/** What somebody did, and to which of our messages. */
export interface SlackAct {
  /** What the button or the dialog says of itself. */
  readonly reference: string;
  readonly what:
    | { readonly type: "pick"; readonly option: string }
    | { readonly type: "open-dialog" | "send-dialog" | "delegate" | "decline" };
}

/** Undefined for what needs no answer: the link to a page, and what is not ours. */
export function readAct(payload: SlackPayload): SlackAct | undefined {
  if (payload.type === "view_submission")
    return { reference: payload.view.private_metadata, what: { type: "send-dialog" } };
  const [action] = payload.actions;
  if (!action) return undefined;
  const { action_id: id, value } = action;
  const { pick, dialog } = messageActions;
  if (payload.view && (id === dialogActions.delegate || id === dialogActions.decline))
    return { reference: payload.view.private_metadata, what: { type: id } };
  if (value === undefined) return undefined;
  if (id.startsWith(pick)) return { reference: value, what: { type: "pick", option: id.slice(pick.length) } };
  return id === dialog ? { reference: value, what: { type: "open-dialog" } } : undefined;
}
