import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** A point as GeoJSON writes it: degrees of longitude and latitude. */
export type Point = readonly [longitude: number, latitude: number];

export interface Bounds {
  left: number;
  right: number;
  bottom: number;
  top: number;
}

/** One time zone within a region. Without rings it fills the region. */
export interface Area {
  zone: number;
  /** Closed lines. A point is inside if a line from it crosses them an odd number of times. */
  polygons?: readonly (readonly (readonly Point[])[])[];
}

/** A part of the Earth with the time zones that have land or territorial waters there. */
export interface Region {
  bounds: Bounds;
  readAreas: () => readonly Area[];
}

/** The quarters of a region in the index of `geo-tz`, or the content of a region. */
type IndexNode =
  | { [quarter in 'a' | 'b' | 'c' | 'd']?: IndexNode }
  | readonly number[]
  | { pos: number; len: number };

interface Feature {
  properties: { tzid: string };
  geometry:
    | { type: 'Polygon'; coordinates: Point[][] }
    | { type: 'MultiPolygon'; coordinates: Point[][][] };
}

/** `geo-tz` leaves out the outermost ten-thousandth of a degree. */
const earth: Bounds = {
  left: -179.9999,
  right: 179.9999,
  bottom: -89.9999,
  top: 89.9999,
};

/** Lists the zones and regions of the `geo-tz` package that is installed below a folder. */
export function readBoundaries(folder: string): { zones: string[]; regions: Region[] } {
  const data = join(folder, 'node_modules/geo-tz/data/timezones-1970.geojson');
  const index: { timezones: string[]; lookup: IndexNode } = JSON.parse(
    readFileSync(`${data}.index.json`, 'utf8'),
  );
  const numbers = new Map(index.timezones.map((zone, number) => [zone, number]));
  const decode = loadDecoder(folder);
  const shapes = readFileSync(`${data}.geo.dat`);

  function readShapes(pos: number, len: number): Area[] {
    return decode(shapes.subarray(pos, pos + len)).map(({ properties, geometry }) => {
      const zone = numbers.get(properties.tzid);
      if (zone === undefined) throw new Error(`${properties.tzid} is not in the index.`);
      const isOne = geometry.type === 'Polygon';
      return { zone, polygons: isOne ? [geometry.coordinates] : geometry.coordinates };
    });
  }

  const regions: Region[] = [];
  function addRegions(node: IndexNode | undefined, bounds: Bounds): void {
    if (!node) return;
    if ('pos' in node) {
      regions.push({ bounds, readAreas: () => readShapes(node.pos, node.len) });
    } else if ('length' in node) {
      regions.push({ bounds, readAreas: () => node.map((zone) => ({ zone })) });
    } else {
      const middle = (bounds.left + bounds.right) / 2;
      const equator = (bounds.bottom + bounds.top) / 2;
      addRegions(node.a, { ...bounds, left: middle, bottom: equator });
      addRegions(node.b, { ...bounds, right: middle, bottom: equator });
      addRegions(node.c, { ...bounds, right: middle, top: equator });
      addRegions(node.d, { ...bounds, left: middle, top: equator });
    }
  }
  addRegions(index.lookup, earth);
  return { zones: index.timezones, regions };
}

/** Loads the decoder of shapes that `geo-tz` itself uses. */
function loadDecoder(folder: string): (bytes: Uint8Array) => Feature[] {
  const load = createRequire(join(folder, 'node_modules/geo-tz/package.json'));
  const { decode }: { decode: (reader: object) => { features: Feature[] } } =
    load('geobuf');
  const Reader: new (bytes: Uint8Array) => object = load('pbf');
  return (bytes) => decode(new Reader(bytes)).features;
}
