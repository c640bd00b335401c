import type { Region } from './boundaries.ts';
import {
  depth,
  groupByTile,
  type Raster,
  rasterize,
  sea,
  tileDepth,
  tileSize,
} from './raster.ts';

/** A square of one zone, or its south-west, south-east, north-west and north-east quarters. */
type ZoneTree = number | readonly ZoneTree[];

/**
 * The depth below which a square of sea and of one zone belongs to the zone: how far a country's
 * waters reach matters less than a kilometer on land, and takes half of the file.
 */
const coastDepth = depth - 3;

/** Returns the zones of the Earth. */
export function buildZoneTree(
  zones: readonly string[],
  regions: readonly Region[],
): ZoneTree {
  const tiles = groupByTile(regions);
  const tilesInRow = 2 ** tileDepth;

  function build(x: number, y: number, size: number): ZoneTree {
    if (size > 1) return joinQuarters(x, y, size, build);
    const tile = y * tilesInRow + x;
    const touching = tiles.get(tile);
    return touching ? toTree(rasterize(tile, touching, zones)) : sea;
  }
  return build(0, 0, tilesInRow);
}

function toTree(raster: Raster): ZoneTree {
  function build(x: number, y: number, size: number): ZoneTree {
    if (size === 1) return raster[y * tileSize + x] ?? sea;
    const quarters = joinQuarters(x, y, size, build);
    return typeof quarters === 'number' || size > 2 ** (depth - coastDepth)
      ? quarters
      : joinCoast(quarters);
  }
  return build(0, 0, tileSize);
}

function joinQuarters(
  x: number,
  y: number,
  size: number,
  build: (x: number, y: number, size: number) => ZoneTree,
): ZoneTree {
  const half = size / 2;
  const quarters = [
    build(x, y, half),
    build(x + half, y, half),
    build(x, y + half, half),
    build(x + half, y + half, half),
  ];
  const [first] = quarters;
  const isOne = typeof first === 'number' && quarters.every((part) => part === first);
  return isOne ? first : quarters;
}

function joinCoast(quarters: readonly ZoneTree[]): ZoneTree {
  const land = quarters.filter((quarter) => quarter !== sea);
  const [zone] = land;
  const isCoast = land.length < 4 && land.every((quarter) => quarter === zone);
  return isCoast && typeof zone === 'number' ? zone : quarters;
}

/**
 * Writes a tree as `functions/diary/file-import/formats/zone-map.ts` reads it: each square that is
 * divided is a byte with two bits for each quarter. They say that the quarter is divided (0), has
 * the zone that was used last (1) or before (2), or another one (3), whose number follows in
 * another list. The quarters that are divided follow in their order.
 */
export function encodeZoneTree(tree: ZoneTree): { squares: Buffer; others: Uint16Array } {
  const squares: number[] = [];
  const others: number[] = [];
  let last = sea;
  let before = sea;

  function encodeQuarter(quarter: ZoneTree): number {
    if (typeof quarter !== 'number') return 0;
    if (quarter === last) return 1;
    const code = quarter === before ? 2 : 3;
    if (code === 3) others.push(quarter);
    before = last;
    last = quarter;
    return code;
  }

  function encode(node: ZoneTree): void {
    if (typeof node === 'number') return;
    const codes = node.map(encodeQuarter);
    squares.push(codes.reduce((byte, code, index) => byte | (code << (2 * index)), 0));
    node.forEach(encode);
  }
  encode(tree);
  return { squares: Buffer.from(squares), others: Uint16Array.from(others) };
}
