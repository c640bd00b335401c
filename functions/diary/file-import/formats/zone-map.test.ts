import { describe, expect, it } from 'vitest';
import { findUtcOffset } from '#functions/diary/workout-import/utc-offset.ts';
import { findTimeZone } from './zone-map.ts';

/** Offsets in hours. Where a zone near by differs, a place is on its own side. */
const places = [
  { name: 'Pago Pago', at: [-14.28, -170.7], on: '2026-06-10T07:00Z', hours: -11 },
  { name: 'Apia', at: [-13.83, -171.77], on: '2026-06-10T07:00Z', hours: 13 },
  {
    name: 'the equator at 150 degrees west',
    at: [0, -150],
    on: '2026-06-10',
    hours: -10,
  },
  { name: 'Little Diomede', at: [65.758, -168.953], on: '2026-06-10', hours: -8 },
  { name: 'Big Diomede', at: [65.78, -169.06], on: '2026-06-10', hours: 12 },
  { name: 'Dili', at: [-8.556, 125.56], on: '2026-06-10', hours: 9 },
  { name: 'Jayapura', at: [-2.53, 140.72], on: '2026-06-10', hours: 9 },
  { name: 'Vanimo', at: [-2.68, 141.3], on: '2026-06-10', hours: 10 },
  { name: 'Yuma', at: [32.69, -114.63], on: '2026-01-11', hours: -7 },
  { name: 'Yuma in summer', at: [32.69, -114.63], on: '2026-07-11', hours: -7 },
  { name: 'the lands of the Hopi', at: [35.83, -110.38], on: '2026-07-11', hours: -7 },
  { name: 'the lands of the Navajo', at: [36.13, -111.24], on: '2026-07-11', hours: -6 },
  { name: 'Kiritimati', at: [1.87, -157.4], on: '2026-06-10', hours: 14 },
  { name: 'Chatham', at: [-43.95, -176.56], on: '2026-06-10', hours: 12.75 },
  { name: 'Kathmandu', at: [27.7, 85.32], on: '2026-06-10', hours: 5.75 },
  { name: 'Konstanz', at: [47.66, 9.18], on: '2026-06-10', hours: 2 },
  { name: 'the south pole', at: [-90, 0], on: '2026-06-10', hours: 12 },
] as const;

describe('the time zone of a place', () => {
  it.each(places)('is right at $name', ({ at: [latitude, longitude], on, hours }) => {
    const zone = findTimeZone(latitude, longitude);
    expect(findUtcOffset(zone, new Date(on))).toBe(hours * 3600);
  });

  it('is one of 15 degrees far from land', () => {
    expect(findTimeZone(45, -30)).toBe('Etc/GMT+2');
    expect(findTimeZone(-40, 82)).toBe('Etc/GMT-5');
    expect(findTimeZone(-30, 3)).toBe('Etc/GMT');
  });

  it('is known at every degree, at the poles and at both ends of the map', () => {
    const zones = new Set<string>();
    for (let latitude = -90; latitude <= 90; latitude += 1) {
      for (let longitude = -180; longitude <= 180; longitude += 1) {
        zones.add(findTimeZone(latitude, longitude));
      }
    }
    const at = new Date('2026-06-10');
    const unknown = [...zones].filter((zone) => findUtcOffset(zone, at) === undefined);
    expect(unknown).toEqual([]);
    expect(zones.size).toBeGreaterThan(200);
  });
});
