import type { AskedQuestion, ServerUnderTest } from "./server-under-test.ts";

/** One promise of a server by which agents ask people. */
export interface Check {
  readonly name: string;
  /** Rejects with what is wrong; returns why it could not be checked, where that is so. */
  run(server: ServerUnderTest): Promise<string | undefined>;
}

export const yes = "Yes";
export const no = "No";

export function asked(server: ServerUnderTest, key = newKey(), state?: unknown): Promise<string> {
  return server.ask({ ...question(key), ...(state !== undefined && { state }) });
}

export function question(key = newKey()): AskedQuestion {
  return { key, text: `Go on with ${key}?`, labels: [yes, no] };
}

export function newKey(): string {
  return globalThis.crypto.randomUUID();
}

export async function expectOpen(server: ServerUnderTest, id: string): Promise<void> {
  expectThat((await server.read(id)).isOpen, "the question is no longer open");
}

export async function expectAnswer(server: ServerUnderTest, id: string, label: string): Promise<void> {
  const { isOpen, text } = await server.read(id);
  expectThat(!isOpen && text === label, `the answer is ${isOpen ? "missing" : `"${text}"`} instead of "${label}"`);
}

export function expectThat(isTrue: boolean, problem: string): asserts isTrue {
  if (!isTrue) throw new Error(problem);
}

export async function expectEnding(server: ServerUnderTest, id: string, expected: string): Promise<void> {
  const { isOpen, ending, text } = await server.read(id);
  const found = isOpen ? "open" : (ending ?? `answered "${text}"`);
  expectThat(found === expected, `the question is ${found} instead of ${expected}`);
}
