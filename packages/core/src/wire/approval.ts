import * as z from "zod";
import { Presentation } from "../model/presentation.ts";
import { type ResponseBody, Time } from "./schema.ts";

const RememberedPart = z
  .union([z.literal(true), z.array(z.string())])
  .meta({ description: "The part of the input that later calls must share: all of it, or these fields" });

export const Editable = z
  .strictObject({
    schema: z.record(z.string(), z.unknown()).meta({ description: "The JSON schema of the tool's input" }),
  })
  .meta({
    id: "Editable",
    description: "People may change the input when they allow the call; it must fit the schema",
  });

export const SingleUse = z
  .literal(true)
  .meta({ description: "The asker reports the start of the call at `/start-call`, which is granted once" });

export const GatedCall = z
  .object({
    tool: z.string(),
    input: z.unknown(),
    presentation: Presentation.optional(),
    remember: RememberedPart.optional(),
    editable: Editable.optional(),
    singleUse: SingleUse.optional(),
  })
  .meta({
    id: "GatedCall",
    description: "The gated call, exactly as it would run; option o3 is offered where `remember` is given",
  });
export type GatedCall = ResponseBody<typeof GatedCall>;

/** What a person allowed for the rest of a conversation. */
export const Permission = z
  .object({
    id: z.string(),
    tool: z.string(),
    part: RememberedPart,
    input: z.unknown().meta({ description: "The whole input, or its matched fields by their paths" }),
    by: z.string(),
    at: Time,
  })
  .meta({ id: "Permission" });
export type Permission = ResponseBody<typeof Permission>;
