import type { ImageFormat } from './format.ts';

/** The length of the signature and the logical screen descriptor, whose packed field is byte 10. */
const headerLength = 13;
const extensionBlock = 0x21;
const imageBlock = 0x2c;
const trailer = 0x3b;
const imageDescriptorLength = 10;
/** The length of the minimum code size of LZW, which precedes the compressed data. */
const codeSizeLength = 1;

/** The edges of a frame. */
interface Frame {
  right: number;
  bottom: number;
}

/** GIF (GIF89a specification). */
export const gif: ImageFormat = {
  type: 'image/gif',
  matches(bytes) {
    const signature = bytes.toString('latin1', 0, 6);
    return signature === 'GIF87a' || signature === 'GIF89a';
  },

  readHeader(bytes) {
    const frames = [...readFrames(bytes)];
    if (frames.length === 0) return undefined;
    // A frame may exceed the size in the header. Decoders then enlarge the image.
    const rights = frames.map(({ right }) => right);
    const bottoms = frames.map(({ bottom }) => bottom);
    return {
      width: Math.max(bytes.readUInt16LE(6), ...rights),
      height: Math.max(bytes.readUInt16LE(8), ...bottoms),
      frames: frames.length,
      orientation: 1,
    };
  },
};

function* readFrames(bytes: Buffer): Generator<Frame> {
  let offset = headerLength + getColorTableLength(bytes.readUInt8(10));
  // The trailer is often missing, and nothing depends on it.
  while (offset < bytes.length && bytes.readUInt8(offset) !== trailer) {
    const block = bytes.readUInt8(offset);
    if (block === extensionBlock) {
      const labelEnd = offset + 2;
      offset = skipSubBlocks(bytes, labelEnd);
    } else if (block === imageBlock) {
      yield readFrame(bytes, offset);
      const descriptorEnd = offset + imageDescriptorLength;
      const colorTableLength = getColorTableLength(bytes.readUInt8(descriptorEnd - 1));
      offset = skipSubBlocks(bytes, descriptorEnd + colorTableLength + codeSizeLength);
    } else {
      return;
    }
  }
}

function readFrame(bytes: Buffer, offset: number): Frame {
  const left = bytes.readUInt16LE(offset + 1);
  const top = bytes.readUInt16LE(offset + 3);
  const width = bytes.readUInt16LE(offset + 5);
  const height = bytes.readUInt16LE(offset + 7);
  return { right: left + width, bottom: top + height };
}

/** Returns the length of the color table that a packed field describes. */
function getColorTableLength(packed: number): number {
  const hasTable = (packed & 0x80) !== 0;
  return hasTable ? 3 * 2 ** ((packed & 7) + 1) : 0;
}

/** Returns the offset after a chain of data sub-blocks. */
function skipSubBlocks(bytes: Buffer, start: number): number {
  let offset = start;
  let length = bytes.readUInt8(offset);
  while (length > 0) {
    offset += 1 + length;
    length = bytes.readUInt8(offset);
  }
  return offset + 1;
}
