import { createServer } from "node:http";
import { Webhook } from "standardwebhooks";

const webhook = new Webhook(process.env.WEBHOOK_SECRET);
const seen = new Set();

const server = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  try {
    const { type, data } = webhook.verify(body, request.headers);
    // A message can come twice, always under the same id.
    const isNew = !seen.has(request.headers["webhook-id"]);
    seen.add(request.headers["webhook-id"]);
    if (isNew && type === "inquiry.resolved")
      console.log(`${data.questions[0]?.text} ${data.resolution.text ?? data.status}`);
    response.writeHead(204).end();
  } catch {
    response.writeHead(400).end();
  }
});

server.listen(Number(process.env.PORT ?? 4200), "127.0.0.1", () =>
  console.log(`listening on ${server.address().port}`),
);
