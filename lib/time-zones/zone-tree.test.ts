import { describe, expect, it } from 'vitest';
import type { Area, Point } from './boundaries.ts';
import { rasterize, sea, tileSize } from './raster.ts';
import { buildZoneTree, encodeZoneTree } from './zone-tree.ts';

const zones = ['Asia/Shanghai', 'Asia/Urumqi'];

/** The tile north-east of 0 degrees. */
const tile = 64 * 128 + 64;
const bounds = { left: 0, right: 360 / 128, bottom: 0, top: 180 / 128 };

/** Returns the corners of a rectangle whose sides are shares of the tile. */
function listCorners(west: number, south: number, east: number, north: number): Point[] {
  const [left, right] = [west * bounds.right, east * bounds.right];
  const [bottom, top] = [south * bounds.top, north * bounds.top];
  return [
    [left, bottom],
    [right, bottom],
    [right, top],
    [left, top],
    [left, bottom],
  ];
}

/** Rasterizes the tile, and returns the zones of the cells in the middle of its quarters. */
function listQuarters(areas: readonly Area[]): (number | undefined)[] {
  const raster = rasterize(tile, [{ bounds, readAreas: () => areas }], zones);
  const [low, high] = [tileSize / 4, (3 * tileSize) / 4];
  const cells = [low, high].flatMap((row) => [
    row * tileSize + low,
    row * tileSize + high,
  ]);
  return cells.map((cell) => raster[cell]);
}

describe('the cells of a tile', () => {
  it('have the zone of a region without lines', () => {
    expect(listQuarters([{ zone: 0 }])).toEqual([0, 0, 0, 0]);
  });

  it('have the zone that comes last in the alphabet where two are used', () => {
    expect(listQuarters([{ zone: 1 }, { zone: 0 }])).toEqual([1, 1, 1, 1]);
  });

  it('are inside an outer ring and outside of its holes', () => {
    const rings = [listCorners(0, 0, 1, 1), listCorners(0.5, 0.5, 1, 1)];
    expect(listQuarters([{ zone: 0, polygons: [rings] }])).toEqual([0, 0, 0, sea]);
  });

  it('are filled up to the cell whose center is inside', () => {
    const rings = [listCorners(0, 0, 0.4 / tileSize, 1), listCorners(0.5, 0, 1, 1)];
    expect(listQuarters([{ zone: 0, polygons: [rings] }])).toEqual([sea, 0, sea, 0]);
  });
});

it('the coast is one of squares, eight cells long', () => {
  const measure = (east: number) => {
    const polygons = [[listCorners(0, 0, east, 1)]];
    const readAreas = () => [{ zone: 0, polygons }];
    return encodeZoneTree(buildZoneTree(zones, [{ bounds, readAreas }])).squares.length;
  };
  // The seven squares around the tile, and those of 32 rows within it.
  expect(measure(1 / tileSize)).toBe(7 + 31);
  expect(measure(1)).toBe(7);
});

it('the encoded tree has two bits for each quarter, and the numbers of other zones', () => {
  const { squares, others } = encodeZoneTree([sea, 0, [0, 1, 0, sea], 1]);
  // The codes are 1 (the last zone), 2 (that before), 3 (another) and 0 (divided).
  expect([...squares]).toEqual([0b11_00_11_01, 0b11_10_10_10]);
  expect([...others]).toEqual([0, 1, sea]);
});
