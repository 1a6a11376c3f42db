import { createClient } from "@askback/client";

// A program that asks one question and waits for the answer, through everything.
const [url = "", key = "", number = ""] = process.argv.slice(2);
const client = createClient({ url, key });
const asked = { question: `Question ${number}?`, options: ["Yes", "No"], key: `question ${number}`, state: { number } };
const reply = await client.ask(asked, { onProgress: ({ id, status }) => print({ id, status }) });
print(reply.ok ? { id: reply.value.id, text: reply.value.resolution?.text } : { failure: reply.error.code });

function print(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
