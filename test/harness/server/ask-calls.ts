/** A call of the default contract with one single-select and one multi-select question. */
const twoQuestions = {
  questions: [
    {
      question: "Which database?",
      header: "Storage",
      options: [{ label: "SQLite", description: "One file" }, { label: "Postgres" }],
      multiSelect: false,
    },
    {
      question: "Which extras?",
      options: [{ label: "Backups" }, { label: "Metrics" }, { label: "Traces" }],
      multiSelect: true,
    },
  ],
} as const;

export const askTwo = { name: "ask_user_question", input: twoQuestions } as const;

export const bothAnswered = [
  { question: "q1", options: ["o1"] },
  { question: "q2", options: ["o1", "o3"] },
] as const;

/** A call with one question and two options, which one tap may answer. */
export const askOne = {
  name: "ask_user_question",
  input: { questions: [{ question: "Tea or coffee?", options: [{ label: "Tea" }, { label: "Coffee" }] }] },
} as const;

const ways = [{ label: "Left" }, { label: "Right" }];

/** A call of the ask tool of a contract with one question. */
export function askCall(contract: string, question: string) {
  const isWhole = contract === "ask_user_question" || contract === "AskUserQuestion";
  const one = { question, options: ways };
  return { name: contract, input: isWhole ? { questions: [one] } : one };
}
