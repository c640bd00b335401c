import { brotliDecompressSync } from 'node:zlib';
import { otherZones, zoneNames, zoneSquares } from './zone-map.data.ts';

/**
 * The quarters of all divided squares, four a square: the number of a zone, or `firstSquare` and
 * the number of a square. They are decoded when a position is first looked up.
 */
let quarters: Uint32Array | undefined;

const sea = 0xffff;
const firstSquare = 0x10000;

/**
 * Returns the name of the time zone of a place in degrees. Far from land it is the nautical zone.
 * The map is one of squares of about a kilometer (decision 0070).
 */
export function findTimeZone(latitude: number, longitude: number): string {
  quarters ??= decodeSquares(
    inflate(zoneSquares),
    new Uint16Array(inflate(otherZones).buffer),
  );
  // The place as shares of the Earth from the south-west. Its last row and column include the end.
  let x = Math.min((longitude + 180) / 360, 1 - Number.EPSILON);
  let y = Math.min((latitude + 90) / 180, 1 - Number.EPSILON);
  let node = firstSquare;
  while (node >= firstSquare) {
    x *= 2;
    y *= 2;
    const quarter = (x >= 1 ? 1 : 0) + (y >= 1 ? 2 : 0);
    node = quarters[4 * (node - firstSquare) + quarter] ?? sea;
    x %= 1;
    y %= 1;
  }
  return zoneNames[node] ?? toNauticalZone(longitude);
}

/** Returns the zone of 15 degrees around a meridian. Its name has the sign of POSIX. */
function toNauticalZone(longitude: number): string {
  const hours = Math.round(longitude / 15);
  if (hours === 0) return 'Etc/GMT';
  return hours > 0 ? `Etc/GMT-${hours}` : `Etc/GMT+${-hours}`;
}

/** Decodes what `lib/time-zones/zone-tree.ts` encodes, and explains. */
function decodeSquares(squares: Uint8Array, others: Uint16Array): Uint32Array {
  const decoded = new Uint32Array(4 * squares.length);
  let square = 0;
  let other = 0;
  let last = sea;
  let before = sea;

  function decodeQuarter(code: number): number {
    if (code === 1) return last;
    const zone = code === 2 ? before : (others[other] ?? sea);
    if (code === 3) other += 1;
    before = last;
    last = zone;
    return zone;
  }

  function decode(): number {
    const own = square;
    const codes = squares[own] ?? 0;
    square += 1;
    for (let quarter = 0; quarter < 4; quarter += 1) {
      const code = (codes >> (2 * quarter)) & 3;
      if (code !== 0) decoded[4 * own + quarter] = decodeQuarter(code);
    }
    for (let quarter = 0; quarter < 4; quarter += 1) {
      const isDivided = ((codes >> (2 * quarter)) & 3) === 0;
      if (isDivided) decoded[4 * own + quarter] = firstSquare + decode();
    }
    return own;
  }
  decode();
  return decoded;
}

function inflate(lines: readonly string[]): Uint8Array<ArrayBuffer> {
  const compressed = Buffer.from(lines.join(''), 'base64');
  // The copy begins at a multiple of two bytes, as numbers of two bytes must.
  return Uint8Array.from(brotliDecompressSync(compressed));
}
