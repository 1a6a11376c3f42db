/** A still picture in the WebP format, and for how long it is shown. */
export interface Frame {
  readonly webp: Buffer;
  readonly milliseconds: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Joins still WebP pictures of one size to an animated one, which repeats. */
export function animate(frames: readonly Frame[], size: Size): Buffer {
  const isAnimated = 0x02;
  const header = Buffer.concat([Buffer.from([isAnimated, 0, 0, 0]), uint24(size.width - 1), uint24(size.height - 1)]);
  const background = Buffer.alloc(4, 0xff);
  const repeatForEver = Buffer.alloc(2);
  return riff([
    chunk("VP8X", header),
    chunk("ANIM", Buffer.concat([background, repeatForEver])),
    ...frames.map((frame) => chunk("ANMF", animationFrame(frame, size))),
  ]);
}

function animationFrame({ webp, milliseconds }: Frame, { width, height }: Size): Buffer {
  const isOpaque = 0x02;
  const place = [uint24(0), uint24(0), uint24(width - 1), uint24(height - 1)];
  return Buffer.concat([...place, uint24(milliseconds), Buffer.from([isOpaque]), ...pictureChunks(webp)]);
}

/** The chunks of a still picture that hold its pixels. */
function pictureChunks(webp: Buffer): readonly Buffer[] {
  const found: Buffer[] = [];
  const headerLength = 12;
  for (let at = headerLength; at + 8 <= webp.length; ) {
    const name = webp.toString("latin1", at, at + 4);
    const length = webp.readUInt32LE(at + 4);
    const end = at + 8 + length + (length % 2);
    if (name === "ALPH" || name === "VP8 " || name === "VP8L") found.push(webp.subarray(at, end));
    at = end;
  }
  return found;
}

function riff(chunks: readonly Buffer[]): Buffer {
  return chunk("RIFF", Buffer.concat([Buffer.from("WEBP", "latin1"), ...chunks]));
}

/** A chunk has an even length. */
function chunk(name: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(data.length);
  return Buffer.concat([Buffer.from(name, "latin1"), length, data, Buffer.alloc(data.length % 2)]);
}

function uint24(value: number): Buffer {
  const bytes = Buffer.alloc(3);
  bytes.writeUIntLE(value, 0, 3);
  return bytes;
}
