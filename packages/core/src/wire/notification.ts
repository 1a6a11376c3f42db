import * as z from "zod";
import { failureKinds } from "../model/failure.ts";
import { actionStatuses, importances, notificationTypes } from "../views/notification.ts";
import { type ResponseBody, Time } from "./schema.ts";

/** What tells a person that something waits for them. */
export const Notification = z
  .object({
    id: z.string(),
    type: z.enum(notificationTypes),
    title: z.string().meta({ example: "Agent question from planner" }),
    message: z.string().meta({ description: "The questions, or why the run stopped" }),
    failureKind: z.enum(failureKinds).optional().meta({ description: "Why the run failed" }),
    agent: z.string(),
    conversationId: z.string(),
    sourceType: z.enum(["agent_run", "conversation"]),
    sourceId: z.string(),
    relatedResourceType: z.enum(["agent_question", "agent_run"]),
    relatedResourceId: z.string(),
    importance: z.enum(importances),
    actions: z
      .array(z.object({ label: z.string(), value: z.string() }))
      .optional()
      .meta({ description: "The answers of which one is picked" }),
    actionUrl: z
      .string()
      .optional()
      .meta({ description: "The page to act on, where picking one answer is not enough" }),
    actionStatus: z
      .enum(actionStatuses)
      .meta({ description: "`completed`: somebody acted. `withdrawn`: nobody has to any more" }),
    read: z
      .boolean()
      .meta({ description: "Whether you have read it; one that is settled or waits for others needs no reading" }),
    readAt: Time.optional(),
    createdAt: Time.meta({ description: "When there was last a reason to look at it" }),
    settledAt: Time.optional(),
  })
  .meta({ id: "Notification" });
export type Notification = ResponseBody<typeof Notification>;

/** Without what one person has read of it, for programs that are told. */
export const ToldNotification = Notification.omit({ read: true, readAt: true }).meta({ id: "ToldNotification" });
export type ToldNotification = ResponseBody<typeof ToldNotification>;

/** `GET /v1/notifications/count` */
export const NotificationCount = z.object({
  unread: z.int().meta({ description: "Of the newest thousand that wait for somebody, those that wait for you" }),
});
export type NotificationCount = ResponseBody<typeof NotificationCount>;
