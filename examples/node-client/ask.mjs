import { stdin, stdout } from "node:process";
import { createInterface } from "node:readline/promises";
import { createClient } from "@askback/client";

const {
  ASKBACK_URL: url = "http://127.0.0.1:4100",
  ASKBACK_KEY: key = "",
  ASKBACK_AGENT: agent = "planner",
} = process.env;
const askback = createClient({ url, key });
const terminal = createInterface({ input: stdin });
const lines = terminal[Symbol.asyncIterator]();
/** Refusals after which there is something to do: answer again, or go on with what somebody else has answered. */
const passing = ["answer-misfit", "revision-changed", "already-resolved"];

const started = await askback.conversations.start({ agent, message: process.argv[2] ?? "A weekend away in May" });
if (!started.ok) end(started.error);

// An event says that something changed; the conversation says what it is now.
const events = askback.events({ conversations: [started.value.id], after: "0" });
for await (const { type } of events) {
  if (type !== "inquiry.asked" && type !== "run.finished" && type !== "run.failed") continue;
  const read = await askback.conversations.get(started.value.id);
  if (!read.ok) end(read.error);
  const { status, inquiry } = read.value;
  if (status === "parked" && inquiry) await answer(inquiry);
  if (status === "idle" || status === "failed") break;
}
events.close();
terminal.close();

const transcript = await askback.conversations.transcript(started.value.id);
if (!transcript.ok) end(transcript.error);
const said = transcript.value.items.at(-1)?.blocks.map((block) => (block.type === "text" ? block.text : ""));
console.log(said?.join("\n"));

/** Asks the questions in the terminal, again if the answer does not fit them, or if they have changed. */
async function answer(inquiry) {
  for (let open = inquiry; open.status === "open"; open = await read(open.id)) {
    const answers = [];
    for (const question of open.questions) answers.push(await ask(question));
    const answered = await askback.inquiries.answer(open.id, { answers, revision: open.revision });
    if (answered.ok) return;
    if (!passing.includes(answered.error.code)) end(answered.error);
    console.log(`\n${messageOf(answered.error)}`);
  }
}

async function read(id) {
  const inquiry = await askback.inquiries.get(id);
  if (!inquiry.ok) end(inquiry.error);
  return inquiry.value;
}

/** A number picks an option, anything else is own words. */
async function ask({ id, text, options }) {
  console.log(`\n${text}`);
  for (const [index, option] of options.entries()) console.log(`  ${index + 1}. ${option.label}`);
  stdout.write("> ");
  const { value: line, done } = await lines.next();
  if (done) end({ title: "The terminal was closed", hint: "The question stays open." });
  const picked = options[Number(line) - 1];
  return { question: id, ...(picked ? { options: [picked.id] } : { text: line }) };
}

function messageOf({ title, detail, hint }) {
  return [title, detail, hint].filter(Boolean).join(". ");
}

/** Ends the program with what the server says about a request that it refused. */
function end(error) {
  console.error(messageOf(error));
  process.exit(1);
}
