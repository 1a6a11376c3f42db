import { createCssVariablesTheme, createHighlighterCore, type HighlighterCore } from "shiki/core";
import { createJavaScriptRegexEngine } from "shiki/engine/javascript";

export interface Token {
  readonly content: string;
  /** What the stylesheet colours it by, such as `keyword`. */
  readonly kind: string | undefined;
}

const prefix = "--ask-code-";
const theme = createCssVariablesTheme({ name: "askback", variablePrefix: prefix });

const grammars = {
  bash: () => import("shiki/langs/bash.mjs"),
  css: () => import("shiki/langs/css.mjs"),
  go: () => import("shiki/langs/go.mjs"),
  html: () => import("shiki/langs/html.mjs"),
  java: () => import("shiki/langs/java.mjs"),
  javascript: () => import("shiki/langs/javascript.mjs"),
  json: () => import("shiki/langs/json.mjs"),
  python: () => import("shiki/langs/python.mjs"),
  rust: () => import("shiki/langs/rust.mjs"),
  sql: () => import("shiki/langs/sql.mjs"),
  toml: () => import("shiki/langs/toml.mjs"),
  tsx: () => import("shiki/langs/tsx.mjs"),
  typescript: () => import("shiki/langs/typescript.mjs"),
  yaml: () => import("shiki/langs/yaml.mjs"),
} as const;

const aliases: Readonly<Record<string, keyof typeof grammars>> = {
  js: "javascript",
  jsx: "tsx",
  py: "python",
  rs: "rust",
  sh: "bash",
  shell: "bash",
  ts: "typescript",
  yml: "yaml",
};

/** A longer text or line is as readable without colours, and its grammar could keep the page busy. */
const maxTextLength = 20_000;
const maxLineLength = 500;

/** The tokens of a text by line; undefined for an unknown language and for a very long text. */
export async function highlight(text: string, language: string): Promise<readonly (readonly Token[])[] | undefined> {
  const name = grammarFor(language.toLowerCase());
  if (name === undefined || text.length > maxTextLength) return undefined;
  const highlighter = await sharedHighlighter();
  await highlighter.loadLanguage(grammars[name]());
  const lines = highlighter.codeToTokensBase(text, {
    lang: name,
    theme: "askback",
    tokenizeMaxLineLength: maxLineLength,
  });
  return lines.map((tokens) => tokens.map(({ content, color }) => ({ content, kind: kindOf(color) })));
}

function grammarFor(language: string): keyof typeof grammars | undefined {
  if (Object.hasOwn(grammars, language)) return language as keyof typeof grammars;
  return Object.hasOwn(aliases, language) ? aliases[language] : undefined;
}

/** The theme's colours are variables such as `var(--ask-code-token-keyword)`, whose names are the kinds. */
function kindOf(color: string | undefined): string | undefined {
  return /--ask-code-token-([a-z-]+)/.exec(color ?? "")?.[1];
}

let highlighter: Promise<HighlighterCore> | undefined;

/** Created once, since it is expensive. The JavaScript engine needs no permission to compile WebAssembly. */
function sharedHighlighter(): Promise<HighlighterCore> {
  highlighter ??= createHighlighterCore({ themes: [theme], langs: [], engine: createJavaScriptRegexEngine() });
  return highlighter;
}
