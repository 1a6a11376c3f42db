import { resumeHook, start } from "workflow/api";
import { HookNotFoundError } from "workflow/errors";
import { type Answer, handleWebhook } from "./askback.ts";
import { release } from "./workflow.ts";

async function complete(token: string, answer: Answer): Promise<void> {
  try {
    await resumeHook(token, answer);
  } catch (error) {
    // The hook was there before the question was asked, so its run is over: this message was repeated.
    if (!HookNotFoundError.is(error)) throw error;
  }
}

export default {
  async fetch(request: Request): Promise<Response> {
    const body = await request.text();
    if (new URL(request.url).pathname === "/")
      return new Response(null, { status: await handleWebhook(body, Object.fromEntries(request.headers), complete) });
    const { runId } = await start(release, [JSON.parse(body).version]);
    return Response.json({ runId });
  },
};
