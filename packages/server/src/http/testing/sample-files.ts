/** Files by their first bytes, which is all that the server looks at. */
export const sampleFiles = {
  "photo.png": Buffer.from("89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489", "hex"),
  "photo.jpg": Buffer.from("ffd8ffe000104a46494600010100000100010000ffd9", "hex"),
  "photo.webp": Buffer.from("RIFF\x24\0\0\0WEBPVP8 ", "latin1"),
  "photo.gif": Buffer.from("GIF89a\x01\0\x01\0\0\0\0;", "latin1"),
  "plan.pdf": Buffer.from("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n%%EOF", "latin1"),
  "notes.md": Buffer.from("# Notes\n\n- Grüße, 你好 <b>bold</b>\r\n\tDone.\n"),
} as const;

/** Files that must be refused, whatever the client says of them. */
export const hostileFiles: readonly {
  readonly what: string;
  readonly name: string;
  readonly declared: string;
  readonly bytes: Buffer;
}[] = [
  {
    what: "SVG with a script",
    name: "logo.svg",
    declared: "image/svg+xml",
    bytes: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`),
  },
  {
    what: "SVG that says it is text",
    name: "logo.txt",
    declared: "text/plain",
    bytes: Buffer.from(`\ufeff \n<?xml version="1.0"?><svg onload="alert(1)"/>`),
  },
  {
    what: "HTML under the name of an image",
    name: "photo.png",
    declared: "image/png",
    bytes: Buffer.from("<!doctype html><script>alert(1)</script>"),
  },
  {
    what: "text under the name of an image",
    name: "../photo.png",
    declared: "text/plain",
    bytes: Buffer.from("alert(1)"),
  },
  {
    what: "a compressed archive",
    name: "bomb.zip",
    declared: "text/plain",
    bytes: Buffer.from("504b03041400000008000000210000000000ffffffffffffffff08000000", "hex"),
  },
  {
    what: "a program",
    name: "notes.txt",
    declared: "text/plain",
    bytes: Buffer.from("\x7fELF\x02\x01\x01\0", "latin1"),
  },
  {
    what: "text that is not UTF-8",
    name: "notes.txt",
    declared: "text/plain",
    bytes: Buffer.from("Gr\xfc\xdfe", "latin1"),
  },
  { what: "text with control characters", name: "notes.txt", declared: "text/plain", bytes: Buffer.from("a\x1b[31mb") },
];
