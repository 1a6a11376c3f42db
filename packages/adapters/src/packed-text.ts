/** The text, compressed, in base64: the state of a run repeats itself, and what an ask may carry is limited. */
export async function packText(text: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate"));
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

export async function unpackText(packed: string): Promise<string> {
  const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
  return new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate")));
}

async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}
