import { neutralise, visibleJson } from "../ask/plain-text.ts";
import type { ConversationBase } from "../model/conversation.ts";
import { fileText } from "../model/file.ts";
import type { Question } from "../model/question.ts";
import type { QuestionBlock } from "./question-block.ts";
import { fenceAround, quoteMarkdown } from "./quote-markdown.ts";
import type { Block, ScreenMessage } from "./transcript.ts";

/**
 * A conversation as a document for people. Everything that an agent or a person wrote is quoted, so that only Askback
 * writes headings: no text can pass for another message, question or answer.
 */
export function conversationToMarkdown(
  { id, title, createdAt }: Pick<ConversationBase, "id" | "title" | "createdAt">,
  messages: readonly ScreenMessage[],
  names: Names,
): string {
  const head = [`# ${inLine(title ?? id)}`, `${inLine(names.agent)}, ${names.time(createdAt)}`];
  return `${[...head, ...messages.flatMap((message) => messageParts(message, names))].join("\n\n")}\n`;
}

/** How the document names the agent and times. */
interface Names {
  /** The title of the agent. */
  readonly agent: string;
  time(at: number): string;
}

function messageParts(message: ScreenMessage, { agent, time }: Names): string[] {
  const { role, by = "?", at, interrupted, blocks } = message;
  const parts = blocks.flatMap((block) => blockParts(block, time));
  if (parts.length === 0) return [];
  const heading = `## ${inLine(role === "agent" ? agent : by)}, ${time(at)}`;
  return [heading, ...parts, ...(interrupted ? ["(interrupted)"] : [])];
}

function blockParts(block: Block, time: Names["time"]): string[] {
  switch (block.type) {
    case "text":
      return [quoteMarkdown(block.text)];
    case "file":
      return [quoteMarkdown(fileText(block.file))];
    // Thoughts are not part of what was said.
    case "reasoning":
      return [];
    case "tool": {
      const { call, result } = block;
      const input = quoteMarkdown(fenced(visibleJson(call.input), "json"));
      const parts = [`### Tool call: ${inLine(call.name)}`, input];
      return result ? [...parts, `Result: ${result.status}`, quoteMarkdown(fenced(result.text, ""))] : parts;
    }
    case "error":
      return ["### A question that was not asked", quoteMarkdown(block.text)];
    case "action":
      return questionParts(block, time);
  }
}

function questionParts({ inquiry, extra }: QuestionBlock, time: Names["time"]): string[] {
  const questions = inquiry.questions.flatMap((question) => [quoteMarkdown(question.text), ...optionParts(question)]);
  const { resolution } = inquiry;
  const heading = inquiry.approval ? "### Approval" : "### Question";
  if (!resolution) return [heading, ...questions, "Not answered yet"];
  const by = "by" in resolution ? ` by ${inLine(resolution.by)}` : "";
  const end = `${sentenceStart(resolution.type.replaceAll("-", " "))}${by}, ${time(resolution.at)}`;
  return [heading, ...questions, end, ...(extra.answerText ? [quoteMarkdown(extra.answerText)] : [])];
}

function optionParts({ options }: Question): string[] {
  if (options.length === 0) return [];
  const lines = options.map(({ label, description }) => (description ? `${label}: ${description}` : label));
  return [quoteMarkdown(lines.map((line) => `- ${line.replaceAll("\n", " ")}`).join("\n"))];
}

function fenced(text: string, language: string): string {
  const fence = fenceAround(text);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** A name or title in one line, in which nothing is markup. */
function inLine(text: string): string {
  return neutralise(text)
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[\\`*_{}[\]()#+\-.!|<>&~:]/g, "\\$&");
}

function sentenceStart(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
