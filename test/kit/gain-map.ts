import { drawCorners } from './image-files.ts';
import { addSegments } from './image-metadata.ts';

const xmpMarker = 0xe1;
const mpfMarker = 0xe2;

/** Builds the content of a segment with XMP: one description with some attributes and elements. */
function buildXmp(attributes: string, elements = ''): string {
  const rdf = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
  const gainMap =
    'xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" hdrgm:Version="1.0"';
  const description = `<rdf:Description ${gainMap} ${attributes}>${elements}</rdf:Description>`;
  const packet = `<rdf:RDF xmlns:rdf="${rdf}">${description}</rdf:RDF>`;
  return `http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x="adobe:ns:meta/">${packet}</x:xmpmeta>`;
}

const gainMapAttributes = [
  'hdrgm:GainMapMin="0" hdrgm:GainMapMax="2" hdrgm:Gamma="1" hdrgm:OffsetSDR="0"',
  'hdrgm:OffsetHDR="0" hdrgm:HDRCapacityMin="0" hdrgm:HDRCapacityMax="2"',
  'hdrgm:BaseRenditionIsHDR="False"',
].join(' ');

/** Builds the directory of the XMP: the image, and the gain map after it. */
function buildDirectory(gainMapBytes: number): string {
  const toItem = (attributes: string) =>
    `<rdf:li rdf:parseType="Resource"><Container:Item Item:Mime="image/jpeg" ${attributes}/></rdf:li>`;
  const items = [
    toItem('Item:Semantic="Primary"'),
    toItem(`Item:Semantic="GainMap" Item:Length="${gainMapBytes}"`),
  ];
  return `<Container:Directory><rdf:Seq>${items.join('')}</rdf:Seq></Container:Directory>`;
}

/** Where the two images of a file are. Offsets count from the byte order mark of the index. */
interface Places {
  firstBytes: number;
  secondBytes: number;
  secondOffset: number;
}

/** Builds the index of a file with two images (CIPA DC-007, Multi-Picture Format). */
function buildIndex({ firstBytes, secondBytes, secondOffset }: Places): string {
  const index = Buffer.alloc(86);
  index.write('MPF\0MM\0*', 'latin1');
  index.writeUInt32BE(8, 8);
  index.writeUInt16BE(3, 12);
  const version = Buffer.from('0100').readUInt32BE();
  const fields = [
    { tag: 0xb000, type: 7, count: 4, value: version },
    { tag: 0xb001, type: 4, count: 1, value: 2 },
    { tag: 0xb002, type: 7, count: 32, value: 50 },
  ];
  for (const [number, { tag, type, count, value }] of fields.entries()) {
    const start = 14 + number * 12;
    index.writeUInt16BE(tag, start);
    index.writeUInt16BE(type, start + 2);
    index.writeUInt32BE(count, start + 4);
    index.writeUInt32BE(value, start + 8);
  }
  index.writeUInt32BE(0x03_00_00, 54);
  index.writeUInt32BE(firstBytes, 58);
  index.writeUInt32BE(secondBytes, 74);
  index.writeUInt32BE(secondOffset, 78);
  return index.toString('latin1');
}

/**
 * Creates a JPEG with a gain map, as phones write photographs for bright displays (Ultra HDR). Its
 * base image has one component if it is grey.
 */
export async function drawWithGainMap(space: 'b-w' | 'srgb'): Promise<Buffer> {
  const draw = (width: number, height: number, colors: string) =>
    drawCorners(width, height).flatten().toColourspace(colors).jpeg().toBuffer();
  const gainMap = addSegments(await draw(30, 20, 'b-w'), [
    [xmpMarker, buildXmp(gainMapAttributes)],
  ]);
  const container = 'http://ns.google.com/photos/1.0/container/';
  const xmp = buildXmp(
    `xmlns:Container="${container}" xmlns:Item="${container}item/"`,
    buildDirectory(gainMap.length),
  );
  const base = await draw(120, 80, space);
  const addIndex = (places: Places) =>
    addSegments(base, [
      [xmpMarker, xmp],
      [mpfMarker, buildIndex(places)],
    ]);
  const unplaced = addIndex({ firstBytes: 0, secondBytes: 0, secondOffset: 0 });
  const orderMark = unplaced.indexOf('MPF\0MM') + 4;
  const first = addIndex({
    firstBytes: unplaced.length,
    secondBytes: gainMap.length,
    secondOffset: unplaced.length - orderMark,
  });
  return Buffer.concat([first, gainMap]);
}
