/**
 * A person in a process of their own, who answers over HTTP so many inquiries as the argument says: the second option of each question;
 * a call is allowed if it contains "allowed" and refused otherwise; a question that contains "aside" is dismissed.
 */
const { ASKBACK_URL: url = "", ASKBACK_KEY: key = "" } = process.env;
const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };

for (let left = Number(process.argv[2] ?? 1); left > 0; ) {
  const { items } = await (await fetch(`${url}/v1/inquiries?status=open`, { headers })).json();
  for (const { id, questions, approval } of items) {
    const isAllowed = JSON.stringify(approval ?? "").includes("allowed");
    const [way, body] = questions[0].text.includes("aside")
      ? ["dismiss", {}]
      : [
          "answer",
          { answers: questions.map((question: { id: string }) => toAnswer(question.id, approval, isAllowed)) },
        ];
    const { status } = await fetch(`${url}/v1/inquiries/${id}/${way}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    if (status === 202) left--;
  }
  await new Promise((resolve) => setTimeout(resolve, 100));
}

function toAnswer(question: string, approval: unknown, isAllowed: boolean) {
  if (approval === undefined) return { question, options: ["o2"] };
  return isAllowed ? { question, options: ["o1"] } : { question, options: ["o2"], note: "Too risky today" };
}
