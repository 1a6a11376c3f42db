import { receiveAnswers } from "./askback.ts";

// The header that the Wait node demands: its address has no secret, only the number of the execution.
const headers = { "content-type": "application/json", "x-release-key": process.env.N8N_RESUME_KEY ?? "" };

receiveAnswers(async (resumeUrl, answer) => {
  const response = await fetch(resumeUrl, { method: "POST", headers, body: JSON.stringify(answer) });
  if (response.ok) return;
  const text = await response.text();
  // An execution that is over has had its answer. While it runs, n8n refuses in the same way, and Askback sends the message again.
  if (response.status === 409 && text.includes("finished")) return;
  throw new Error(text);
});
