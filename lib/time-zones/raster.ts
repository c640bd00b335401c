import type { Bounds, Point, Region } from './boundaries.ts';

/** The number of a zone in a cell that belongs to none. */
export const sea = 0xffff;

/** How often the Earth is halved in both directions, until its parts are cells. */
export const depth = 15;

/** The same until its parts are tiles, which are rasterized one by one. */
export const tileDepth = 7;

/** Cells in a row of a tile, and rows of a tile. */
export const tileSize = 2 ** (depth - tileDepth);

const tilesInRow = 2 ** tileDepth;
const cellWidth = 360 / 2 ** depth;
const cellHeight = 180 / 2 ** depth;

/** The square cells of a tile with their zones, from the south-west to the north-east. */
export type Raster = Uint16Array<ArrayBuffer>;

/** Which cells of a tile have their center in some bounds; both ends are included. */
interface CellRange {
  firstColumn: number;
  lastColumn: number;
  firstRow: number;
  lastRow: number;
}

/** Groups regions by the tiles that they touch, `tilesInRow` tiles in a row. */
export function groupByTile(regions: readonly Region[]): Map<number, Region[]> {
  const tiles = new Map<number, Region[]>();
  for (const region of regions) {
    const { bounds } = region;
    const toTile = (share: number) => {
      return Math.min(tilesInRow - 1, Math.max(0, Math.floor(share * tilesInRow)));
    };
    const lastX = toTile((bounds.right + 180) / 360 + 1e-9);
    const lastY = toTile((bounds.top + 90) / 180 + 1e-9);
    for (let y = toTile((bounds.bottom + 90) / 180 - 1e-9); y <= lastY; y += 1) {
      for (let x = toTile((bounds.left + 180) / 360 - 1e-9); x <= lastX; x += 1) {
        const tile = y * tilesInRow + x;
        tiles.set(tile, [...(tiles.get(tile) ?? []), region]);
      }
    }
  }
  return tiles;
}

/** Fills the cells of a tile with the zones of its regions. */
export function rasterize(
  tile: number,
  regions: readonly Region[],
  zones: readonly string[],
): Raster {
  const raster = new Uint16Array(tileSize * tileSize).fill(sea);
  const west = -180 + (tile % tilesInRow) * tileSize * cellWidth;
  const south = -90 + Math.floor(tile / tilesInRow) * tileSize * cellHeight;
  const scale: Scale = {
    toColumn: (longitude) => (longitude - west) / cellWidth - 0.5,
    toRow: (latitude) => (latitude - south) / cellHeight - 0.5,
  };

  for (const { bounds, readAreas } of regions) {
    const range = toRange(bounds, scale);
    for (const { zone, polygons } of readAreas()) {
      const spans = polygons
        ? polygons.flatMap((rings) => listSpans(rings, range, scale))
        : listAllSpans(range);
      for (const { row, first, last } of spans) {
        for (
          let cell = row * tileSize + first;
          cell <= row * tileSize + last;
          cell += 1
        ) {
          raster[cell] = choose(raster[cell] ?? sea, zone, zones);
        }
      }
    }
  }
  return raster;
}

/** Converts degrees to cells of a tile. The center of a cell is where both are integers. */
interface Scale {
  toColumn: (longitude: number) => number;
  toRow: (latitude: number) => number;
}

function toRange(bounds: Bounds, { toColumn, toRow }: Scale): CellRange {
  return {
    firstColumn: Math.max(0, Math.ceil(toColumn(bounds.left))),
    lastColumn: Math.min(tileSize - 1, Math.floor(toColumn(bounds.right))),
    firstRow: Math.max(0, Math.ceil(toRow(bounds.bottom))),
    lastRow: Math.min(tileSize - 1, Math.floor(toRow(bounds.top))),
  };
}

/** Cells of a row; both ends are included. */
interface Span {
  row: number;
  first: number;
  last: number;
}

function listAllSpans({ firstColumn, lastColumn, firstRow, lastRow }: CellRange): Span[] {
  const rows = Array.from(
    { length: lastRow - firstRow + 1 },
    (_, index) => firstRow + index,
  );
  return rows.map((row) => ({ row, first: firstColumn, last: lastColumn }));
}

/** Lists the cells whose center is inside the rings of a polygon. */
function listSpans(
  rings: readonly (readonly Point[])[],
  range: CellRange,
  scale: Scale,
): Span[] {
  const crossings = new Map<number, number[]>();
  for (const ring of rings) {
    for (const [index, start] of ring.entries()) {
      const end = ring[index + 1];
      if (end) addCrossings(crossings, [start, end], range, scale);
    }
  }
  return [...crossings].flatMap(([row, columns]) => {
    const sorted = columns.sort((a, b) => a - b);
    const starts = sorted.filter((_, index) => index % 2 === 0);
    return starts.map((start, index) => ({
      row,
      first: Math.max(range.firstColumn, Math.ceil(start)),
      last: Math.min(range.lastColumn, Math.floor(sorted[2 * index + 1] ?? start)),
    }));
  });
}

/** Adds where a line crosses the centers of rows. */
function addCrossings(
  crossings: Map<number, number[]>,
  line: readonly [Point, Point],
  { firstRow, lastRow }: CellRange,
  { toColumn, toRow }: Scale,
): void {
  const [low, high] = line[0][1] < line[1][1] ? line : [line[1], line[0]];
  const bottom = toRow(low[1]);
  const top = toRow(high[1]);
  for (let row = Math.max(firstRow, Math.ceil(bottom)); row < top; row += 1) {
    if (row > lastRow) return;
    const longitude = low[0] + ((high[0] - low[0]) * (row - bottom)) / (top - bottom);
    const columns = crossings.get(row) ?? [];
    columns.push(toColumn(longitude));
    crossings.set(row, columns);
  }
}

/**
 * Where people live by two times, as in Xinjiang and Abkhazia, the zone whose name comes last in
 * the alphabet is the one that GeoNames has for nearly all cities.
 */
function choose(zone: number, other: number, zones: readonly string[]): number {
  if (zone === sea) return other;
  return (zones[zone] ?? '') > (zones[other] ?? '') ? zone : other;
}
