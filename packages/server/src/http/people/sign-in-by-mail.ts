import { bodyLimit } from "hono/body-limit";
import * as z from "zod";
import type { MailSignInLink } from "../../notify/deliver/notifier.ts";
import { createRateLimit } from "../limits/rate-limit.ts";
import { tooManyRequests } from "../middleware/auth.ts";
import { invalidRequest, issueMessage, problemResponse, problems } from "../problems/problem.ts";
import type { App } from "../route.ts";
import { pathOnThisServer } from "./path-on-this-server.ts";
import { createSignInLink, type SignInOptions } from "./sign-in.ts";

interface MailSignInOptions extends Pick<SignInOptions, "credentials" | "directory" | "clock"> {
  readonly mailSignInLink: MailSignInLink | undefined;
  onError(requestId: string, error: unknown): void;
}

const Wanted = z.strictObject({
  email: z.email("must be a mail address").max(254),
  next: z.string().max(2_000).optional(),
});

/**
 * Mails a link to whoever has an address. The response is the same, and as fast, whether somebody has it or not. A contact's
 * address does not count: its person chose it, and nobody has verified it.
 */
export function addMailSignIn(app: App, { credentials, directory, clock, mailSignInLink, onError }: MailSignInOptions) {
  const requests = createRateLimit(1, 50, clock);
  const mails = createRateLimit(1 / 60, 3, clock);

  app.post("/sign-in/mail", bodyLimit({ maxSize: 4 * 1024, onError: tooLarge }), async (context) => {
    if (!mailSignInLink) return problemResponse(context, problems.notFound);
    const wait = requests.take(context.env?.incoming?.socket.remoteAddress ?? "unknown");
    if (wait > 0) return tooManyRequests(context, wait);
    const sent = await context.req.json().catch(() => undefined);
    const wanted = Wanted.safeParse(sent, { error: issueMessage });
    if (!wanted.success) return problemResponse(context, invalidRequest("body", wanted.error.issues));
    const next = pathOnThisServer(wanted.data.next ?? "/");
    if (next === undefined) return problemResponse(context, nextMisfit);
    const requestId = context.get("requestId");
    tell(mailSignInLink, wanted.data.email, next).catch((error) => onError(requestId, error));
    return context.body(null, 202);
  });

  async function tell(mail: MailSignInLink, to: string, next: string): Promise<void> {
    for (const { id, name } of await directory.withEmail(to)) {
      if (mails.take(id) > 0) continue;
      const { path } = await createSignInLink({ credentials, clock }, id);
      const { outcome, failure } = await mail({ to, name, path: `${path}&${new URLSearchParams({ next })}` });
      if (outcome !== "delivered") throw new Error(`the mail server did not take a sign-in link: ${failure}`);
    }
  }
}

const nextMisfit = invalidRequest("body", [{ path: ["next"], message: "is not the address of a page here" }]);

function tooLarge(context: Parameters<typeof problemResponse>[0]): Response {
  return problemResponse(context, problems.bodyTooLarge);
}
