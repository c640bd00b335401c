import type { ImageFormat, ImageHeader } from './format.ts';

const extension = 0x21;
const image = 0x2c;
const trailer = 0x3b;

/** Bytes of the colour table that a packed field announces. */
function colourTable(packed: number): number {
  return packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0;
}

/** Where a chain of data sub-blocks that begins at `at` ends. */
function afterSubBlocks(bytes: Buffer, at: number): number {
  let next = at;
  for (let length = bytes.readUInt8(next); length > 0; length = bytes.readUInt8(next))
    next += 1 + length;
  return next + 1;
}

interface Frame {
  right: number;
  bottom: number;
}

function* frames(bytes: Buffer): Generator<Frame> {
  let at = 13 + colourTable(bytes.readUInt8(10));
  // The trailer is often missing, and nothing depends on it.
  while (at < bytes.length && bytes.readUInt8(at) !== trailer) {
    const block = bytes.readUInt8(at);
    if (block === extension) at = afterSubBlocks(bytes, at + 2);
    else if (block === image) {
      const short = (offset: number) => bytes.readUInt16LE(at + offset);
      const frame = { right: short(1) + short(5), bottom: short(3) + short(7) };
      at = afterSubBlocks(bytes, at + 11 + colourTable(bytes.readUInt8(at + 9)));
      yield frame;
    } else return;
  }
}

/** GIF (GIF89a specification). */
export const gif: ImageFormat = {
  type: 'image/gif',
  begins: (bytes) => /^GIF8[79]a/.test(bytes.toString('latin1', 0, 6)),

  measure(bytes): ImageHeader | undefined {
    const all = [...frames(bytes)];
    if (all.length === 0) return undefined;
    // A frame may reach beyond the screen that the header announces, and decoders then make room for it.
    return {
      width: Math.max(bytes.readUInt16LE(6), ...all.map(({ right }) => right)),
      height: Math.max(bytes.readUInt16LE(8), ...all.map(({ bottom }) => bottom)),
      frames: all.length,
      orientation: 1,
    };
  },
};
