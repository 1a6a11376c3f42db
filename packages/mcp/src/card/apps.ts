import type { ClientCapabilities, Resource, Tool } from "@modelcontextprotocol/server";
import * as z from "zod";
import { cardActions, cardToolNames, cardWait } from "./card.ts";

/** The extension by which a client shows pages of a server. */
const appsExtension = "io.modelcontextprotocol/ui";

const pageType = "text/html;profile=mcp-app";

/** Whether the client shows pages of this kind. */
export function showsCards({ extensions }: ClientCapabilities): boolean {
  const { mimeTypes } = (extensions?.[appsExtension] ?? {}) as { readonly mimeTypes?: unknown };
  return Array.isArray(mimeTypes) && mimeTypes.includes(pageType);
}

/** What is declared by a client that shows cards, for requests that do not say it themselves. */
export const cardCapabilities: ClientCapabilities = { extensions: { [appsExtension]: { mimeTypes: [pageType] } } };

/** The page of the card. It asks for no network access, no permission, and no border, since it has its own. */
export const cardResource = {
  uri: "ui://askback/card.html",
  name: "card",
  title: "Question card",
  description: "Shows a question of an agent to people, who can answer it there",
  mimeType: pageType,
  _meta: { ui: { csp: {}, prefersBorder: false } },
} as const satisfies Resource;

/** The tool with the card that shows its calls. */
export function withCard(tool: Tool): Tool {
  return { ...tool, _meta: { ui: { resourceUri: cardResource.uri } } };
}

const token = z.string().min(1).max(2000).describe("What the card got with the question");

/** Waits until the inquiry is not as it was seen any more, or is resolved. */
export const ReadCard = z.strictObject({
  token,
  wait: z.number().min(0).max(cardWait).default(0),
  seen: z.object({ revision: z.int(), status: z.string() }).optional(),
});

/** The server checks the answers against the questions. */
export const ResolveCard = z.strictObject({
  token,
  action: z.enum(cardActions),
  revision: z.int().min(1),
  answers: z
    .array(z.looseObject({ question: z.string() }))
    .max(20)
    .optional(),
  comment: z.string().optional(),
});

/** Without a draft, the stored one is discarded. */
export const SaveCardDraft = z.strictObject({
  token,
  draft: z.looseObject({ revision: z.int() }).optional(),
  device: z.string().max(80).default(""),
});

function cardTool(name: string, title: string, schema: z.ZodType): Tool {
  const { $schema: _, ...inputSchema } = z.toJSONSchema(schema, { io: "input" });
  return {
    name,
    title,
    description: `${title}. Only the card that people see can call it.`,
    inputSchema: inputSchema as Tool["inputSchema"],
    _meta: { ui: { visibility: ["app"] } },
  };
}

export const cardTools: readonly Tool[] = [
  cardTool(cardToolNames.read, "Read how a question stands", ReadCard),
  cardTool(cardToolNames.resolve, "Send the answer of a person", ResolveCard),
  cardTool(cardToolNames.saveDraft, "Keep what a person has written so far", SaveCardDraft),
];
