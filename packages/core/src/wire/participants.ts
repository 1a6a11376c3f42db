import * as z from "zod";
import { failureKinds } from "../model/failure.ts";
import { Avatar, OwnProject } from "./people.ts";
import type { ResponseBody } from "./schema.ts";

/** Who is calling. */
export const Me = z
  .object({
    id: z.string(),
    project: z.string(),
    scopes: z.array(z.enum(["ask", "answer", "read", "metrics", "admin", "tokens", "tokens:members", "tokens:groups"])),
    kind: z
      .enum(["key", "person", "embed"])
      .optional()
      .meta({ description: "A key with a name of its own, a person, or a person in a page of somebody else" }),
    name: z.string().optional().meta({ description: "The person's name" }),
    avatar: Avatar.optional(),
    groups: z.array(z.string()).optional().meta({ description: "The person's groups in the project" }),
    projects: z.array(OwnProject).optional().meta({ description: "The projects of the person" }),
    session: z.string().optional().meta({ description: "The session of this browser" }),
    fileBytes: z.int().optional().meta({ description: "How large a file may be" }),
  })
  .meta({ id: "Me" });
export type Me = ResponseBody<typeof Me>;

const names = z.array(z.string());

export const Agent = z
  .object({
    name: z.string(),
    title: z.string().meta({ description: "Its name for people" }),
    description: z.string().optional().meta({ description: "What it does, in a sentence" }),
    avatar: z
      .object({
        symbol: z.string().meta({ description: "A letter or an emoji" }),
        hue: z.int().meta({ description: "The colour's angle, from 0 to 359" }),
      })
      .meta({ description: "The square that stands for it" }),
    examples: z.array(z.string()).meta({ description: "First messages that show what it can do" }),
    isSubAgent: z.boolean().meta({ description: "Only other agents start it; people are not offered it" }),
    isDemo: z.boolean().meta({ description: "It only shows how Askback works" }),
    contract: z.string().optional().meta({ description: "The contract by which it asks people" }),
    tools: names,
    approve: names.meta({ description: "The tools that run only when a person allows it" }),
    spawn: names.meta({ description: "Agents that it may start as sub-agents" }),
    canAsk: z.boolean(),
    unavailable: z
      .object({ kind: z.enum(failureKinds), reason: z.string(), hint: z.string() })
      .optional()
      .meta({ description: "Why it cannot work right now" }),
  })
  .meta({ id: "Agent" });
export type Agent = ResponseBody<typeof Agent>;
