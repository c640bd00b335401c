import { crc32 } from 'node:zlib';
import type { Sharp } from 'sharp';
import { findFirstBlock } from './image-files.ts';

/** A word in the metadata, which must not be served. */
export const secret = 'SECRET-PLACE-51.5N';

/** Adds the secret word and a location to an image, in EXIF and in XMP. */
export function addMetadata(image: Sharp): Sharp {
  return image
    .withExif({
      IFD0: { Copyright: secret, Make: secret, Software: secret },
      IFD2: { UserComment: secret, LensModel: secret },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '51/1 30/1 0/1',
        GPSProcessingMethod: secret,
      },
    })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><who>${secret}</who></x:xmpmeta>`);
}

/** Inserts segments after the first two bytes of a JPEG. */
export function addSegments(
  jpeg: Buffer,
  segments: readonly (readonly [marker: number, data: string])[],
): Buffer {
  const built = segments.map(([marker, data]) => {
    const head = Buffer.from([0xff, marker, 0, 0]);
    head.writeUInt16BE(data.length + 2, 2);
    return Buffer.concat([head, Buffer.from(data, 'latin1')]);
  });
  return Buffer.concat([jpeg.subarray(0, 2), ...built, jpeg.subarray(2)]);
}

/** Inserts chunks after the header of a PNG. */
export function addChunks(
  png: Buffer,
  chunks: readonly (readonly [type: string, data: string])[],
): Buffer {
  const built = chunks.map(([type, data]) => {
    const content = Buffer.from(type + data, 'latin1');
    const chunk = Buffer.alloc(content.length + 8);
    chunk.writeUInt32BE(data.length, 0);
    content.copy(chunk, 4);
    chunk.writeUInt32BE(crc32(content), content.length + 4);
    return chunk;
  });
  const signatureLength = 8;
  const headerChunkLength = 25;
  const headerEnd = signatureLength + headerChunkLength;
  return Buffer.concat([png.subarray(0, headerEnd), ...built, png.subarray(headerEnd)]);
}

/** Inserts a comment and XMP after the color table of a GIF. */
export function addGifMetadata(gif: Buffer): Buffer {
  const start = findFirstBlock(gif);
  const createBlock = (data: string) =>
    Buffer.from(String.fromCharCode(data.length) + data, 'latin1');
  const comment = Buffer.concat([
    Buffer.of(0x21, 0xfe),
    createBlock(secret),
    Buffer.of(0),
  ]);
  const xmp = Buffer.concat([
    Buffer.of(0x21, 0xff),
    createBlock('XMP DataXMP'),
    createBlock(secret),
    Buffer.of(0),
  ]);
  return Buffer.concat([gif.subarray(0, start), comment, xmp, gif.subarray(start)]);
}

/** Lists the markers of the segments of a JPEG up to its data. */
export function listSegments(jpeg: Buffer): number[] {
  const startOfScan = 0xda;
  const markers: number[] = [];
  let offset = 2;
  while (jpeg[offset + 1] !== startOfScan) {
    markers.push(jpeg[offset + 1] ?? 0);
    // A segment begins with 0xff and its marker. Its length counts the rest.
    offset += 2 + jpeg.readUInt16BE(offset + 2);
  }
  return markers;
}

/** Lists the types of the chunks of a PNG or a WebP. */
export function listChunks(image: Buffer): string[] {
  const isPng = image[0] === 0x89;
  return isPng ? listPngChunks(image) : listWebpChunks(image);
}

/** Lists the types after the signature. A chunk has a length, a type, its data and a CRC-32. */
function listPngChunks(image: Buffer): string[] {
  const types: string[] = [];
  for (let offset = 8; offset < image.length; ) {
    types.push(image.toString('latin1', offset + 4, offset + 8));
    offset += 12 + image.readUInt32BE(offset);
  }
  return types;
}

/** Lists the types after the header. A chunk has a type, a length, and data of an even length. */
function listWebpChunks(image: Buffer): string[] {
  const types: string[] = [];
  for (let offset = 12; offset < image.length; ) {
    types.push(image.toString('latin1', offset, offset + 4));
    const length = image.readUInt32LE(offset + 4);
    offset += 8 + length + (length % 2);
  }
  return types;
}

/** Builds a minimal ICC profile for gray: a header and four tags (ICC.1:2001-04). */
export function buildGrayProfile(): Buffer {
  const curve = Buffer.from('curv\0\0\0\0\0\0\0\x01\x02\x33\0\0', 'latin1');
  const white = Buffer.from('58595a20000000000000f6d6000100000000d32d', 'hex');
  const buildText = (signature: string) =>
    Buffer.concat([
      Buffer.from(`${signature}\0\0\0\0`, 'latin1'),
      Buffer.from('Grey\0\0\0\0', 'latin1'),
    ]);
  const description = Buffer.concat([
    Buffer.from('desc\0\0\0\0\0\0\0\x05Grey\0', 'latin1'),
    Buffer.alloc(79),
  ]);
  const tags: [string, Buffer][] = [
    ['desc', description],
    ['cprt', buildText('text')],
    ['wtpt', white],
    ['kTRC', curve],
  ];
  const header = Buffer.alloc(128);
  // The version, the class and color space of the profile, its signature and the illuminant D50.
  header.writeUInt32BE(0x02200000, 8);
  header.write('mntrGRAYXYZ ', 12, 'latin1');
  header.write('acsp', 36, 'latin1');
  Buffer.from('0000f6d6000100000000d32d', 'hex').copy(header, 68);
  const table = Buffer.alloc(4 + 12 * tags.length);
  table.writeUInt32BE(tags.length, 0);
  let offset = header.length + table.length;
  const padded = tags.map(([name, data], i) => {
    table.write(name, 4 + 12 * i, 'latin1');
    table.writeUInt32BE(offset, 8 + 12 * i);
    table.writeUInt32BE(data.length, 12 + 12 * i);
    const content = Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)]);
    offset += content.length;
    return content;
  });
  const profile = Buffer.concat([header, table, ...padded]);
  profile.writeUInt32BE(profile.length, 0);
  return profile;
}
