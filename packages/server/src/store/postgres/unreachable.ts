import { driverWords } from "./away.ts";

/** Why a database did not answer, and what to do about it, in words that show no password. */
export function wordsForUnreachable(error: unknown): { readonly found: string; readonly advice: string } {
  const { code, message } = (error ?? {}) as { readonly code?: string; readonly message?: string };
  // Where a name has several addresses the error of all of them has a code and no message.
  const found = message || code || String(error);
  return { found, advice: (code !== undefined && adviceByCode[code]) || adviceByMessage(found) };
}

const nobodyThere =
  "Nothing answers there: start PostgreSQL, correct host and port in the URL, or look for a firewall in between.";
const notLetIn = "Correct user and password in the URL, or let them in with pg_hba.conf.";

const adviceByCode: Readonly<Record<string, string>> = {
  ECONNREFUSED: nobodyThere,
  ECONNRESET: nobodyThere,
  EHOSTUNREACH: nobodyThere,
  ENETUNREACH: nobodyThere,
  ETIMEDOUT: nobodyThere,
  ENOTFOUND: "No machine has this name: correct the host in the URL.",
  EAI_AGAIN: "The name cannot be looked up just now: check this machine's DNS.",
  "28P01": notLetIn,
  "28000": notLetIn,
  "3D000": "Create it (`createdb`), or correct the database's name in the URL.",
  "42501": "Grant this right to the user of the URL.",
  "53300": "Raise max_connections, run fewer servers, or put a pooler in between.",
  "57P03": "PostgreSQL is starting or stopping: try again in a moment.",
};

function adviceByMessage(message: string): string {
  if (driverWords.test(message)) return nobodyThere;
  if (/SSL|certificate|self-signed/i.test(message))
    return "Set sslmode in the URL as the server wants it, such as ?sslmode=require, or ?sslmode=disable.";
  return "Try the same URL with psql.";
}
