import { systemClock } from "./clock.ts";
import { createSlackApi, type SlackReply, type SlackSettings } from "./notify/slack/slack-api.ts";
import { type Finding, failed, ok, warning } from "./store/check-finding.ts";

/** What the app may do, and what for. */
const neededScopes = ["chat:write", "im:write", "im:history", "users:read.email"];
const waitMs = 15_000;
const check = "Slack";
const page = "the page Notifications of the docs has a manifest of the app.";

/** Whether Slack accepts the tokens of a config, and what the app may not do. Nothing is posted, and no finding has a token. */
export async function checkSlack(settings: SlackSettings, publicUrl: string | undefined): Promise<readonly Finding[]> {
  const { botToken, appToken, signingSecret, apiUrl } = settings;
  const call = (token: string, method: string) =>
    createSlackApi({ token, apiUrl }, systemClock).call(method, {}, AbortSignal.timeout(waitMs));
  const bot = await call(botToken, "auth.test");
  if (!bot.ok) return [refused("botToken", bot)];
  return [
    scopeFinding(bot),
    ...(appToken === undefined ? [] : [appFinding(await call(appToken, "apps.connections.open"))]),
    ...(signingSecret === undefined || appToken !== undefined ? [] : [addressFinding(publicUrl)]),
  ];
}

function scopeFinding({ body, scopes = "" }: Extract<SlackReply, { ok: true }>): Finding {
  const missing = neededScopes.filter((scope) => !scopes.split(",").some((given) => given.trim() === scope));
  const found = `${String(body.user)} in ${String(body.team)}`;
  if (missing.length === 0) return ok(check, found);
  return warning(check, `${found}: without ${missing.join(", ")}`, `Add the scopes and install the app again: ${page}`);
}

function appFinding(reply: SlackReply): Finding {
  return reply.ok ? ok(check, "Socket Mode is on") : refused("appToken", reply);
}

function addressFinding(publicUrl: string | undefined): Finding {
  if (publicUrl?.startsWith("https://")) return ok(check, `requests arrive at ${publicUrl}/slack/interactions`);
  return failed(
    check,
    "Slack cannot reach this server: it has no publicUrl that begins with https://",
    "Give publicUrl, or an appToken for Socket Mode.",
  );
}

function refused(field: string, { error, sent }: Extract<SlackReply, { ok: false }>): Finding {
  const why = error ?? sent.failure ?? `status ${sent.status}`;
  return failed(check, `${field}: ${why}`, `Check notifications.slack.${field} and the network; ${page}`);
}
