const { ASKBACK_URL = "http://127.0.0.1:4100", ASKBACK_KEY = "" } = process.env;

/** The key of whoever is signed in to your app, if anybody is. This example has one person, and no sign-in. */
async function keyOf(_request: Request): Promise<string | undefined> {
  return ASKBACK_KEY;
}

const sent = ["accept", "content-type", "file-name", "idempotency-key", "last-event-id"];
const received = ["cache-control", "content-type", "date", "etag", "retry-after", "x-request-id"];

/** Passes a call on to Askback with the person's key, which never reaches the browser. */
async function forward(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const origin = request.headers.get("origin");
  // A page of another origin must not act for the person who is signed in here.
  if (origin !== null && new URL(origin).host !== request.headers.get("host"))
    return new Response(null, { status: 403 });
  const key = await keyOf(request);
  if (key === undefined) return new Response(null, { status: 401 });
  const body = request.method === "GET" ? undefined : await request.arrayBuffer();
  const response = await fetch(`${ASKBACK_URL}${pathname.replace(/^\/askback/, "")}${search}`, {
    method: request.method,
    headers: { ...pick(request.headers, sent), authorization: `Bearer ${key}` },
    // When the reader leaves, Askback need not send any longer.
    signal: request.signal,
    ...(body && body.byteLength > 0 && { body }),
  });
  const headers = pick(response.headers, received);
  return new Response(response.body, { status: response.status, headers });
}

function pick(headers: Headers, names: readonly string[]): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => names.includes(name)));
}

export { forward as DELETE, forward as GET, forward as PATCH, forward as POST, forward as PUT };
