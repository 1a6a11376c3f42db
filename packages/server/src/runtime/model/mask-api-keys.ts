const mask = "[masked]";

/** What looks like a key, with the part before it that says what it is. */
const patterns: readonly RegExp[] = [
  /()\b(?:sk|pk|rk|gsk|xai|hf|r8|ghp|glpat|pplx)[-_][\w*.-]{6,}/g,
  /()\bAIza[\w*-]{8,}/g,
  /(\b(?:Bearer|Basic)\s+)[\w.~+/=*-]{6,}/gi,
  /((?:api[ _-]?key|access[ _-]?token|secret|password)(?:\s+provided)?[\\"']*\s*[:=]\s*[\\"']*)(?:[^\s\\"'&,;)}]|\\(?!\\*["'])){4,}/gi,
  /([?&]key=)[^\s"'&]+/gi,
  /(:\/\/)[^\s/@]+:[^\s/@]+(?=@)/g,
];

/** A shorter one, such as that of a model on this machine, is an ordinary word. */
const shortestSecret = 8;

/** The message of a provider without keys: providers quote the key that they do not accept. */
export function maskApiKeys(message: string, secrets: readonly string[]): string {
  const long = secrets.filter((secret) => secret.length >= shortestSecret);
  const known = long.reduce((text, secret) => text.replaceAll(secret, mask), message);
  return patterns.reduce((text, pattern) => text.replace(pattern, `$1${mask}`), known);
}
