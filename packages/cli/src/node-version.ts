/** The first Node that has SQLite and runs a config file in TypeScript, both without a flag. */
const oldest = { major: 22, minor: 18 };

/** Why this Node is too old, in one line. It is checked before anything else is imported, since that would already fail. */
export function nodeRefusal(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > oldest.major || (major === oldest.major && minor >= oldest.minor)) return undefined;
  return `askback needs Node ${oldest.major}.${oldest.minor} or newer, and this is Node ${version}: install a newer one from https://nodejs.org`;
}
