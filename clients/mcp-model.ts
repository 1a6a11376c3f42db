import type { Reply } from "./apis/loopback.ts";

type Calls = NonNullable<Reply["calls"]>;

/** A call of the ask tool under the name that the client gives it. */
export function question(id: string, nameOf: (tool: string) => string, text: string): Calls[number] {
  const options = ["Red", "Blue"].map((label) => ({ label }));
  return {
    id,
    name: nameOf("ask_user_question"),
    input: { questions: [{ question: text, header: "Colour", options }] },
  };
}

/** Asks first, then gets each answer by its handle for as long as the question is open, then is done. */
export function repliesTo(results: readonly string[], calls: Calls, nameOf: (tool: string) => string): Reply {
  if (results.length === 0) return { calls };
  const handles = results
    .slice(-calls.length)
    .flatMap((result) => /handle[^:]*:[^\w]*(inq_\w+)/.exec(result)?.[1] ?? []);
  if (handles.length === 0) return { text: "Done." };
  return {
    calls: handles.map((handle, index) => ({
      id: `get_${results.length}_${index}`,
      name: nameOf("get_answer"),
      input: { handle },
    })),
  };
}

/** Whether a request to the model has the answer "Blue" to each of these questions, however it is quoted. */
export function hasAnswers(request: string, texts: readonly string[]): boolean {
  const plain = request.replaceAll("\\", "");
  return texts.every((text) => plain.includes(`"${text}":"Blue"`));
}
