import { problemCodes } from "../../packages/server/src/http/problems/problem-codes.ts";

const head = `# Error codes

A response with an error is \`application/problem+json\`. Its \`code\` is one of these and never changes its meaning; \`title\`, \`detail\` and \`hint\` are
for people and may. The \`type\`, such as \`/docs/errors#answer-misfit\`, leads to the same text on the server that sent it.

\`\`\`json
{
  "type": "/docs/errors#answer-misfit",
  "status": 422,
  "code": "answer-misfit",
  "title": "The answer does not fit the questions",
  "detail": "question q1 has no option o9",
  "hint": "Read the questions at GET /v1/inquiries/:id and correct the answer.",
  "inquiryId": "inq_01..."
}
\`\`\`

Try a request again after 408, 425, 429 and any 5xx, with the same \`Idempotency-Key\`; not after other codes. A test generates this page from the server's
own list, and fails when it is out of date.`;

const tail = `## Codes of the client

\`@askback/client\` returns these without a problem of the server:

| code | when |
|---|---|
| \`unreachable\` | no response came, four times |
| \`aborted\` | the caller's \`signal\` aborted it |
| \`unreadable\` | the response is not from Askback but, say, from a proxy or a sign-in page |`;

/** The error codes as a page. */
export function errorCodesPage(): string {
  const sections = Object.entries(problemCodes).map(
    ([code, { statuses, meaning, remedy }]) => `## ${code}\n\nStatus ${statuses.join(" or ")}. ${meaning} ${remedy}`,
  );
  return `${[head, ...sections, tail].join("\n\n")}\n`;
}
