/** A text as it is, and as it may be written elsewhere; within other text base64 begins at any of three places. */
export function formsOf(text: string): readonly string[] {
  const encoded = [0, 1, 2].flatMap((before) =>
    (["base64", "base64url"] as const).map((encoding) =>
      Buffer.from(`${"\0".repeat(before)}${text}`)
        .toString(encoding)
        .slice(before === 0 ? 0 : 4, -4),
    ),
  );
  return [text, Buffer.from(text).toString("hex"), ...new Set(encoded)];
}
