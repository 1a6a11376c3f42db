import type { Conversation, Inquiry, Message, Run } from "@askback/core/wire";

/** What a server of the workshop holds. */
export interface Holdings {
  readonly conversations?: readonly Conversation[];
  readonly messages?: readonly Message[];
  readonly runs?: readonly Run[];
  readonly inquiries?: readonly Inquiry[];
  /** Requests that begin with this path are never answered, or refused. */
  readonly silent?: string;
  readonly failing?: string;
}

/** A server at which nothing ever happens, so that what a page makes of it can be looked at in peace. */
export function createStillServer(holdings: Holdings): typeof fetch {
  return async (input) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href);
    if (holdings.silent !== undefined && url.pathname.startsWith(holdings.silent)) return new Promise(() => {});
    if (holdings.failing !== undefined && url.pathname.startsWith(holdings.failing)) return problem(500, "internal");
    if (url.pathname === "/v1/events") return quietStream();
    const found = answerTo(url, holdings);
    return found === undefined ? problem(404, "not-found") : Response.json(found);
  };
}

function answerTo({ pathname, searchParams }: URL, holdings: Holdings): unknown {
  const { conversations = [], messages = [], runs = [], inquiries = [] } = holdings;
  const [, , kind, id, part] = pathname.split("/");
  switch (kind) {
    case "me":
      return { id: "owner", project: "default", scopes: ["answer"] };
    case "agents":
      return {
        items: ["planner", "deployer"].map((name) => ({ name, tools: [], approve: [], spawn: [], canAsk: true })),
      };
    case "inbox":
      return { open: inquiries.filter(({ status }) => status === "open").length, snoozed: 0 };
    case "conversations":
      if (id === undefined) return { items: conversations };
      if (part === "transcript") return { items: messages };
      if (part === "runs") return { items: runs };
      return conversations.find((conversation) => conversation.id === id);
    case "inquiries":
      if (part === "draft") return undefined;
      if (id !== undefined) return inquiries.find((inquiry) => inquiry.id === id);
      return { items: inquiries.filter((inquiry) => isWanted(inquiry, searchParams)) };
    default:
      return undefined;
  }
}

function isWanted({ status, conversationId, mine }: Inquiry, wanted: URLSearchParams): boolean {
  const found: Readonly<Record<string, string>> = {
    status,
    conversation: conversationId,
    snoozed: String(mine?.snoozedUntil !== undefined),
  };
  return Object.entries(found).every(([name, value]) => (wanted.get(name) ?? value) === value);
}

function problem(status: number, code: string): Response {
  const title = status === 404 ? "There is nothing here" : "Something went wrong in the server";
  return Response.json({ status, code, title, hint: "This is the workshop." }, { status });
}

/** A stream that says where it stands and then nothing. */
function quietStream(): Response {
  const snapshot = `event: snapshot\nid: 1\ndata: ${JSON.stringify({ position: 1, openInquiries: 0 })}\n\n`;
  const body = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode(snapshot)) });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}
