import type { Agent, Conversation, Inquiry, Message, Run } from "@askback/core/wire";

/** The data of a workshop server. */
export interface ServerData {
  readonly conversations?: readonly Conversation[];
  readonly messages?: readonly Message[];
  readonly runs?: readonly Run[];
  readonly inquiries?: readonly Inquiry[];
  /** Requests to paths that begin like this are never answered. */
  readonly silent?: string;
  /** Requests to paths that begin like this fail. */
  readonly failing?: string;
}

/** An image of one red pixel. */
const pixel = Uint8Array.from(
  atob("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=="),
  (character) => character.charCodeAt(0),
);

/** A server on which nothing ever changes, so that a page can be looked at in one state. */
export function createStaticServer(data: ServerData): typeof fetch {
  return async (input) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href);
    if (data.silent !== undefined && url.pathname.startsWith(data.silent)) return new Promise(() => {});
    if (data.failing !== undefined && url.pathname.startsWith(data.failing)) return problem(500, "internal");
    if (url.pathname === "/v1/events") return openStream();
    if (url.pathname === "/v1/files/file_photo")
      return new Response(pixel, { headers: { "content-type": "image/png" } });
    const found = responseTo(url, data);
    return found === undefined ? problem(404, "not-found") : Response.json(found);
  };
}

function responseTo({ pathname, searchParams }: URL, data: ServerData): unknown {
  const { conversations = [], messages = [], runs = [], inquiries = [] } = data;
  const [, , kind, id, part] = pathname.split("/");
  switch (kind) {
    case "me":
      return { id: "owner", project: "default", scopes: ["answer"] };
    case "agents":
      return {
        items: [agent("planner", "Planner", 266), agent("deployer", "Deployer", 40)],
      };
    case "inbox":
      return { open: inquiries.filter(({ status }) => status === "open").length, snoozed: 0 };
    case "conversations":
      if (id === undefined) {
        const status = searchParams.get("status");
        return { items: conversations.filter((listed) => status === null || listed.status === status) };
      }
      if (part === "transcript") return { items: messages };
      if (part === "runs") return { items: runs };
      return conversations.find((conversation) => conversation.id === id);
    case "inquiries":
      if (part === "draft") return undefined;
      if (id !== undefined) return inquiries.find((inquiry) => inquiry.id === id);
      return { items: inquiries.filter((inquiry) => matchesQuery(inquiry, searchParams)) };
    default:
      return undefined;
  }
}

function matchesQuery({ status, conversationId, agent, mine, questions }: Inquiry, query: URLSearchParams): boolean {
  const wanted = query.get("q") ?? "";
  if (!questions.some(({ text }) => text.includes(wanted))) return false;
  const fields: Readonly<Record<string, string>> = {
    status,
    conversation: conversationId,
    agent,
    snoozed: String(mine?.snoozedUntil !== undefined),
  };
  return Object.entries(fields).every(([name, value]) => (query.get(name) ?? value) === value);
}

function problem(status: number, code: string): Response {
  const title = status === 404 ? "There is nothing here" : "Something went wrong in the server";
  return Response.json({ status, code, title, hint: "This is the workshop." }, { status });
}

/** An event stream with a snapshot and no events. */
function openStream(): Response {
  const snapshot = `event: snapshot\nid: 1\ndata: ${JSON.stringify({ position: 1, openInquiries: 0 })}\n\n`;
  const body = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode(snapshot)) });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

function agent(name: string, title: string, hue: number): Agent {
  return {
    name,
    title,
    avatar: { symbol: title.slice(0, 1), hue },
    examples: [],
    isSubAgent: false,
    isDemo: false,
    tools: [],
    approve: [],
    spawn: [],
    canAsk: true,
  };
}
