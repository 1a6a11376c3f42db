import { peopleProblemCodes } from "../people/problem-codes.ts";
import { audienceProblemCodes } from "./audience-problem-codes.ts";
import { externalProblemCodes, type ProblemCodeText } from "./external-problem-codes.ts";

/** Every code that a problem can have. A problem with another one does not compile, so each has a text. */
export const problemCodes = {
  ...audienceProblemCodes,
  ...externalProblemCodes,
  ...peopleProblemCodes,
  "agent-unavailable": {
    statuses: [409],
    meaning:
      "The agent is configured but cannot work now: its key is missing, or its model or an MCP server cannot be used.",
    remedy:
      "`detail` says why and `hint` what to do; the server tries again by itself. Conversations that exist take messages meanwhile.",
  },
  "agent-unknown": {
    statuses: [422],
    meaning: "The config of this server has no agent with that name in your project.",
    remedy: "Use one of the names in the hint, or add the agent to `agents` in the config.",
  },
  "already-resolved": {
    statuses: [409],
    meaning:
      "Somebody, or the same person on another device, resolved the inquiry first. Nothing of this request was recorded.",
    remedy: "Show the winner: `receipt` says who resolved it, how and when. Do not send the request again.",
  },
  "answer-misfit": {
    statuses: [422],
    meaning:
      "The answer does not fit the questions: an unknown id, a question without an answer, two options where one is allowed.",
    remedy: "`detail` says what does not fit. Read the questions again and correct the answer.",
  },
  "belongs-to-parent": {
    statuses: [409],
    meaning: "The conversation is that of a sub-agent, which takes messages and commands only from its parent.",
    remedy: "Use the conversation in `parentId`. A sub-agent's conversation can be read and stopped.",
  },
  "body-too-large": {
    statuses: [413],
    meaning: "The body has more bytes than `limits.bodyBytes` allows.",
    remedy: "Send less, or attach long text as a file.",
  },
  "conversation-exists": {
    statuses: [409],
    meaning: "A conversation with this id exists already.",
    remedy: "Start another one.",
  },
  "conversation-unknown": {
    statuses: [404],
    meaning:
      "There is no such conversation, or this key may not see it: it is of another project, or was started by somebody else.",
    remedy: "Check the id and the key.",
  },
  "deadline-not-later": {
    statuses: [422],
    meaning: "A deadline can only be moved to a later time or be removed.",
    remedy: "Give a time after the current deadline, or `null` for none.",
  },
  "effect-stale": {
    statuses: [409],
    meaning: "The work that the request names is no longer the current one.",
    remedy: "Read the conversation again.",
  },
  "file-empty": { statuses: [422], meaning: "The file has no bytes.", remedy: "Send a file with content." },
  "file-too-large": {
    statuses: [413],
    meaning: "The file has more bytes than `limits.fileBytes` allows.",
    remedy: "Send a smaller one, or raise the limit.",
  },
  "file-type-unsupported": {
    statuses: [415],
    meaning: "The bytes are none of the supported types. The name and the declared type do not count.",
    remedy: "Send a PNG, JPEG, WebP or GIF image, a PDF, or plain text in UTF-8.",
  },
  "file-unknown": {
    statuses: [404, 422],
    meaning:
      "There is no such file, it was deleted, or this key may not read it. A file that nothing uses is kept for 24 hours.",
    remedy: "Upload it again.",
  },
  "files-misfit": {
    statuses: [422],
    meaning: "These files cannot be sent together: too many, or too large together.",
    remedy: "Send some of them in another message.",
  },
  forbidden: {
    statuses: [403],
    meaning:
      "The caller is known, and its scopes do not allow this: a key with the scope `ask` never answers, a viewer changes nothing.",
    remedy: "Use a key, or ask an owner of the project for a role, with the scope that the hint names.",
  },
  "foreign-host": {
    statuses: [403],
    meaning: "The Host header is neither that of `publicUrl` nor this machine. This protects against DNS rebinding.",
    remedy: "Call the address that the server printed, set `publicUrl`, or let the proxy pass the Host header on.",
  },
  "foreign-origin": {
    statuses: [403],
    meaning: "A page of another origin made the request.",
    remedy: "Add the origin to `origins` in the config; its pages then call with a key.",
  },
  "idempotency-key-malformed": {
    statuses: [400],
    meaning: "The `Idempotency-Key` is empty or too long.",
    remedy: "Use 1 to 255 characters.",
  },
  "idempotency-key-reused": {
    statuses: [422],
    meaning: "The same `Idempotency-Key` was sent before with another request.",
    remedy: "Use a new key for a new request.",
  },
  "inquiry-not-held": {
    statuses: [409],
    meaning: "There is no answer of this caller that can still be taken back or delivered early.",
    remedy: "Read the inquiry to see how it ended.",
  },
  "inquiry-not-open": {
    statuses: [409],
    meaning: "The inquiry has ended, for example because its deadline passed or the agent was stopped.",
    remedy: "Read the inquiry to see how it ended. To answer it differently, fork the conversation.",
  },
  "channel-unknown": {
    statuses: [404],
    meaning: "This server has no channel of that name, or you have not said where it reaches you.",
    remedy: "Read `available` of `GET /v1/contact`, and give your address with `PUT /v1/contact`.",
  },
  "notification-unknown": {
    statuses: [404],
    meaning: "There is no notification with this id in your project, or it was deleted with its conversation.",
    remedy: "List them with `GET /v1/notifications`.",
  },
  "notice-unknown": {
    statuses: [404],
    meaning:
      "There is no notice with this id, it tells somebody else, or it was deleted: with its conversation, or 30 days after the event.",
    remedy: "List the notices of the inquiry with `GET /v1/inquiries/{id}/notices`.",
  },
  "inquiry-unknown": {
    statuses: [404],
    meaning:
      "There is no such inquiry, or this key may not see it. After a restore the inquiries that were asked since the backup are gone.",
    remedy: "Check the id and the key.",
  },
  "inquiry-without-deadline": {
    statuses: [409],
    meaning: "The inquiry waits for as long as it takes, so there is no deadline to move.",
    remedy: "Nothing needs to be done.",
  },
  internal: {
    statuses: [500],
    meaning: "The server failed. What it was doing is in its log, under the request id.",
    remedy: "Try again with the same `Idempotency-Key`. If it stays, report it with the log line.",
  },
  "invalid-request": {
    statuses: [400],
    meaning: "The path, the query or the body does not have the described form.",
    remedy: "`errors` names up to ten fields, each with a pointer and what is wrong.",
  },
  "link-expired": {
    statuses: [401],
    meaning: "The sign-in link was used, which is possible once, is older than an hour, or is of another server.",
    remedy: "Run the command in the hint for a new one.",
  },
  "log-pruned": {
    statuses: [409],
    meaning: "A fork is made from the log, and the part that it needs was pruned.",
    remedy: "Start a new conversation.",
  },
  "message-blank": { statuses: [422], meaning: "The message has no text and no file.", remedy: "Send one of them." },
  "message-not-forkable": {
    statuses: [409],
    meaning:
      "No other text can take the place of that message: it is not a person's, or the agent was at work when it came.",
    remedy: "Fork at an inquiry, or at a message that was sent while the agent rested or waited.",
  },
  "method-not-allowed": {
    statuses: [405],
    meaning: "The path exists and does not take this method.",
    remedy: "Use one of the methods in the `Allow` header.",
  },
  "not-found": { statuses: [404], meaning: "No route has this path.", remedy: "Check it against the HTTP reference." },
  "not-json": {
    statuses: [415],
    meaning: "The body is not declared as JSON.",
    remedy: "Send `Content-Type: application/json`.",
  },
  "nothing-to-resume": {
    statuses: [409],
    meaning: "The conversation is not paused.",
    remedy: "Send a message to start a run.",
  },
  "nothing-to-retry": {
    statuses: [409],
    meaning: "The last run has not failed.",
    remedy: "Send a message to start a run.",
  },
  "nothing-to-stop": {
    statuses: [409],
    meaning: "The agent neither works nor waits for an answer.",
    remedy: "Nothing needs to be done.",
  },
  overloaded: {
    statuses: [503],
    meaning:
      "The server does not keep up: its event loop has been later than `limits.loopDelayMs`. Only `/readyz` says so.",
    remedy: "Send requests to another server; this one is ready again as soon as it keeps up.",
  },
  "permission-unknown": {
    statuses: [404],
    meaning: "The conversation has no such permission; it may be revoked already.",
    remedy: "Read the conversation, which lists its permissions.",
  },
  "project-unknown": {
    statuses: [404],
    meaning:
      "The key belongs to another project than the one in the path or in `askback-project`, or the person is not a member of it.",
    remedy: "Use the key's own project, or one that `GET /v1/me` lists.",
  },
  "revision-changed": {
    statuses: [409],
    meaning: "The question was changed after the caller read it.",
    remedy: "Show the new question and let the person answer again, with the revision in `revision`.",
  },
  "run-unknown": {
    statuses: [404],
    meaning: "There is no such run, or this key may not see it.",
    remedy: "List the runs of the conversation.",
  },
  "title-blank": {
    statuses: [422],
    meaning: "The title has no visible character.",
    remedy: "Give it at least one.",
  },
  "standing-exists": {
    statuses: [409],
    meaning:
      "There is a standing answer for exactly these questions of the agent, or of the caller that asked, already.",
    remedy: "Revoke it with `DELETE /v1/standing-answers/{id}`, if another one is wanted.",
  },
  "standing-full": {
    statuses: [409],
    meaning: "The project has as many standing answers as it can.",
    remedy: "Revoke those that are no longer needed. `GET /v1/standing-answers` lists all.",
  },
  "standing-misfit": {
    statuses: [422],
    meaning:
      "The inquiry cannot have a standing answer: it is an approval or a secret, has no answer, or an answer with files.",
    remedy: "Answer such questions each time; a standing answer is made from an inquiry whose status is `answered`.",
  },
  "standing-unknown": {
    statuses: [404],
    meaning: "There is no such standing answer in the project, or it was revoked.",
    remedy: "`GET /v1/standing-answers` lists those that are in force.",
  },
  "too-many-requests": {
    statuses: [429],
    meaning:
      "The caller sends more requests than `limits.requestsPerSecond` and `limits.burst` allow, too many of its searches wait for each other, or all callers of its project together send more than the project's limits.",
    remedy: "Wait as long as `Retry-After` says.",
  },
  "too-many-streams": {
    statuses: [429],
    meaning: "The caller has as many event streams open as `limits.streamsPerCaller` allows.",
    remedy: "Close one, or follow several conversations with one stream; `Retry-After` says when to try again.",
  },
  unauthorized: {
    statuses: [401],
    meaning: "There is no key or cookie, or this server does not know it.",
    remedy: "Send `Authorization: Bearer` with a key of this server, or sign in again.",
  },
  unavailable: {
    statuses: [503],
    meaning: "The server cannot reach its database, is about to stop, or too many callers search at once.",
    remedy: "Try again after `Retry-After`; with the same `Idempotency-Key` nothing is done twice.",
  },
  "unused-files-too-large": {
    statuses: [422],
    meaning:
      "The files that the caller has uploaded and not sent have more bytes than `limits.unusedFileBytes` allows.",
    remedy: "Send what they are attached to, or wait until they are deleted.",
  },
  "uploads-busy": {
    statuses: [503],
    meaning: "The files that arrive right now fill `limits.bufferedFileBytes`.",
    remedy: "Try again after `Retry-After`.",
  },
} as const satisfies Readonly<Record<string, ProblemCodeText>>;

export type ProblemCode = keyof typeof problemCodes;

/** Where this server describes a code: the `type` of a problem, relative to the server that sent it. */
export function problemType(code: ProblemCode): string {
  return `/docs/errors#${code}`;
}
