import type { LanguageModelV4, LanguageModelV4Message } from "@ai-sdk/provider";
import { type FileReference, type FileType, fileText, type Message } from "@askback/core";
import type { FileStore } from "../../store/files.ts";
import type { AgentDefinition } from "../agent.ts";
import { cutText } from "./transcript-text.ts";

export type UserPart = Extract<LanguageModelV4Message, { role: "user" }>["content"][number];
/** What a model is given of a file. */
export type FileToPart = (file: FileReference) => UserPart;

/** Of base64, as requests contain files. Providers refuse requests over 20 to 32 MB, and the rest needs room too. */
const bytesPerRequest = 18 * 1024 * 1024;
/** The same for one image, where a provider has such a limit. */
const bytesPerImage: ReadonlyMap<string, number> = new Map([["anthropic", 5 * 1024 * 1024]]);
const charactersOfText = 100_000;

const images = ["image/png", "image/jpeg", "image/webp", "image/gif"] as const;
/** The types that the models of a provider accept; Gemini reads no GIF. */
const acceptedByProvider: ReadonlyMap<string, readonly FileType[]> = new Map([
  ["anthropic", [...images, "application/pdf"]],
  ["openai", [...images, "application/pdf"]],
  ["google", ["image/png", "image/jpeg", "image/webp", "application/pdf"]],
]);

/** The types that an agent's model accepts: those of its definition, or those of its provider. */
export function acceptedTypes({ accepts, model }: Pick<AgentDefinition, "accepts" | "model">): readonly FileType[] {
  return accepts ?? acceptedByProvider.get(providerOf(model)) ?? [];
}

function providerOf(model: string | LanguageModelV4): string {
  const [name = ""] = (typeof model === "string" ? model : model.provider).split(/[/.]/);
  return name;
}

/** A file as text, for a model that does not get its bytes. */
export function describeFile(file: FileReference): UserPart {
  return { type: "text", text: fileText(file) };
}

/** Reads the files of a transcript that the model accepts, the newest first as far as one request holds them. */
export async function readPromptFiles(
  store: Pick<FileStore, "read">,
  agent: Pick<AgentDefinition, "accepts" | "model">,
  messages: readonly Message[],
): Promise<FileToPart> {
  const accepted = acceptedTypes(agent);
  const imageLimit = bytesPerImage.get(providerOf(agent.model)) ?? bytesPerRequest;
  const parts = new Map<string, UserPart>();
  let left = bytesPerRequest;
  for (const file of filesOf(messages).reverse()) {
    const isText = file.type === "text/plain";
    const size = isText ? Math.min(file.size, charactersOfText) : base64Length(file.size);
    const limit = file.type.startsWith("image/") ? Math.min(imageLimit, left) : left;
    if (parts.has(file.id) || size > limit || !(isText || accepted.includes(file.type))) continue;
    const bytes = await store.read(file.id);
    if (!bytes) continue;
    left -= size;
    parts.set(file.id, isText ? textPart(file, bytes) : filePart(file, bytes));
  }
  return (file) => parts.get(file.id) ?? describeFile(file);
}

function base64Length(size: number): number {
  return Math.ceil(size / 3) * 4;
}

function filesOf(messages: readonly Message[]): FileReference[] {
  const files: FileReference[] = [];
  for (const { parts } of messages) for (const part of parts) if (part.type === "file") files.push(part.file);
  return files;
}

function textPart(file: FileReference, bytes: Uint8Array): UserPart {
  const text = cutText(new TextDecoder().decode(bytes), charactersOfText);
  return { type: "text", text: `${fileText(file)}\n${text}` };
}

function filePart({ type, name }: FileReference, bytes: Uint8Array): UserPart {
  // A plain array, because a Buffer becomes JSON of its own kind where a prompt is measured.
  const data = { type: "data", data: new Uint8Array(bytes) } as const;
  return { type: "file", mediaType: type, filename: name, data };
}

const imageTokens = 1_600;
const bytesPerPdfToken = 100;

/** About how many tokens a model reads a file as. */
export function fileTokens(type: string, size: number): number {
  if (type === "application/pdf") return Math.max(imageTokens, size / bytesPerPdfToken);
  return type === "text/plain" ? Math.min(size, charactersOfText) / 3.5 : imageTokens;
}
