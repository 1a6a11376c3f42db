import { globSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { type Language, languages } from "../packages/react/src/i18n/catalogue.ts";
import { compileCatalogue } from "../packages/react/src/i18n/i18n.ts";
import { pseudo } from "../packages/react/src/i18n/testing/pseudo.ts";

type Messages = Readonly<Record<string, string>>;
type CompiledMessage = ReturnType<typeof compileCatalogue>[string];

const english = await messagesOf("en");
const others = (Object.keys(languages) as Language[]).filter((language) => language !== "en");

describe.each(others)("%s", async (language) => {
  const messages = await messagesOf(language);

  test("[LANGUAGE-1] [S3-21] has every message that English has, and no other", () => {
    expect(Object.keys(messages).toSorted()).toEqual(Object.keys(english).toSorted());
  });

  test("[LANGUAGE-1] says the same things: each message has the arguments of the English one", () => {
    expect(argumentsIn(messages)).toEqual(argumentsIn(english));
  });

  test("[LANGUAGE-1] has every form that counted things take in it", () => {
    expect(formlessIn(messages, language)).toEqual([]);
  });

  test("[CARD-12] has a text of its own for every resolution of an inquiry", () => {
    const endings = Object.entries(messages).filter(
      ([id]) => id.startsWith("inbox.outcome.") && id !== "inbox.outcome.all",
    );
    expect(endings.length).toBe(8);
    expect(new Set(endings.map(([, word]) => word)).size).toBe(8);
  });

  test("[LANGUAGE-1] is written as that language is written", () => {
    const marks = foreignMarks[language];
    expect(Object.entries(messages).filter(([, message]) => marks?.test(textOf(message)))).toEqual([]);
  });
});

test("[LANGUAGE-1] English has every form that counted things take", () => {
  expect(formlessIn(english, "en")).toEqual([]);
});

test("[LANGUAGE-1] English in disguise has the same arguments, is longer by a third at least and has no plain letter", () => {
  const disguised = pseudo(english);
  const length = (messages: Messages) => Object.values(messages).map(textOf).join("").length;
  expect(argumentsIn(disguised)).toEqual(argumentsIn(english));
  expect(length(disguised)).toBeGreaterThan(length(english) * 1.33);
  expect(Object.values(disguised).filter((message) => /[a-z]/i.test(textOf(message)))).toEqual([]);
});

/** Quotation marks and spaces that belong to other languages. */
const foreignMarks: Partial<Record<Language, RegExp>> = {
  de: /["'«»‘]|[^\u00a0]…/,
  es: /["'“”„]/,
  fr: /["'“”]|[^\u202f][;:!?»]|«[^\u202f]/,
  ja: /["'“”]|[!?]/,
  "zh-CN": /["'「」]|[!?;]/,
  ar: /["'“”]|[?;,]/,
};

/** The messages of the components and of the app. */
async function messagesOf(language: Language): Promise<Messages> {
  const catalogues: readonly Record<string, Messages>[] = await Promise.all([
    import(`../packages/react/src/i18n/${language}/index.ts`),
    import(`../packages/web/src/i18n/${language}.ts`),
    ...roomsIn(language).map((room) => import(`../packages/web/src/i18n/${language}/${room}.ts`)),
  ]);
  return Object.assign({}, ...catalogues.flatMap(Object.values));
}

/** Pages that few people open have messages of their own. */
function roomsIn(language: Language): readonly string[] {
  const cwd = fileURLToPath(new URL(`../packages/web/src/i18n/${language}`, import.meta.url));
  return globSync("*.ts", { cwd }).map((file) => basename(file, ".ts"));
}

type Token = Exclude<CompiledMessage, string>[number];
type Argument = Exclude<Token, string>;

/** Every argument of a message, including nested ones. */
function argumentsOf(message: CompiledMessage): readonly Argument[] {
  if (typeof message === "string") return [];
  return message.flatMap((token) =>
    typeof token === "string" ? [] : [token, ...formsOf(token).flatMap(([, form]) => argumentsOf(form))],
  );
}

function formsOf([, , forms]: Argument): readonly (readonly [string, CompiledMessage])[] {
  return typeof forms === "object" && forms !== null
    ? Object.entries(forms as Readonly<Record<string, CompiledMessage>>).filter(([name]) => name !== "offset")
    : [];
}

function argumentsIn(messages: Messages): Readonly<Record<string, readonly string[]>> {
  const names = Object.entries(compileCatalogue(messages)).map(([id, message]) => [
    id,
    [...new Set(argumentsOf(message).map(([name]) => name))].toSorted(),
  ]);
  return Object.fromEntries(names.toSorted());
}

/** Plural forms of the language that a message lacks, for counts below a thousand. */
function formlessIn(messages: Messages, language: Language): readonly string[] {
  const rules = new Intl.PluralRules(language);
  const categories = new Set(Array.from({ length: 1_000 }, (_, count) => rules.select(count)));
  return Object.entries(compileCatalogue(messages)).flatMap(([id, message]) =>
    argumentsOf(message)
      .filter(([, kind]) => kind === "plural")
      .flatMap((argument) => {
        const named = new Set(formsOf(argument).map(([name]) => name));
        return [...categories].filter((category) => !named.has(category)).map((category) => `${id}: ${category}`);
      }),
  );
}

/** The text of a message without its arguments. */
function textOf(message: string): string {
  return Object.values(compileCatalogue({ message })).map(textIn).join("");
}

function textIn(message: CompiledMessage): string {
  if (typeof message === "string") return message;
  return message
    .map((token) =>
      typeof token === "string"
        ? token
        : formsOf(token)
            .map(([, form]) => textIn(form))
            .join(""),
    )
    .join("");
}
