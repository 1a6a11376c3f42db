import { createClient } from "@askback/client";

const { ASKBACK_URL: url = "http://127.0.0.1:4100", ASKBACK_KEY: key = "" } = process.env;
const askback = createClient({ url, key });
const version = process.argv[2] ?? "4.3";

const asked = await askback.ask(
  {
    agent: "Deploy bot",
    thread: `release-${version}`,
    // Under the same key the same question is found again, also after a restart of this program.
    key: `deploy-${version}`,
    question: `Deploy ${version} to production?`,
    options: ["Yes", { label: "No", description: "I ask again tomorrow" }],
    context: "All tests pass. **Two** migrations run.",
    // Nobody else sees it, and it comes back with the answer.
    state: { version, commit: "4be90c1" },
  },
  { onProgress: ({ id, status }) => console.log(`${id}: ${status}`) },
);
if (!asked.ok) {
  console.error(asked.error.title, asked.error.hint);
  process.exit(1);
}

const { resolution, origin } = asked.value;
// Every way in which a question ends has a name, and only one of them is an answer.
if (resolution.type === "answered") console.log(`${resolution.by} says: ${resolution.text}`, origin.state);
else console.log(`Not deployed: the question was ${resolution.type}.`);
