import { describe, expect, it } from 'vitest';
import { renderLogo, toInitials } from './render-logo.ts';

describe('the logo of a remote connection type', () => {
  it.each([
    ['Garmin Connect', 'GC'],
    ['Strava', 'S'],
    ['Ride with GPS', 'RW'],
    ['TrainingPeaks', 'TP'],
    ['iHealth', 'IH'],
    ['WHOOP', 'W'],
    ['Intervals.icu', 'II'],
  ])('of %s has the initials %s', (name, initials) => {
    expect(toInitials(name)).toBe(initials);
  });

  it('escapes the name of the type', () => {
    expect(renderLogo({ id: '1', name: '<script>' })).toContain(
      '<title id="name">&lt;script&gt;</title>',
    );
  });

  it('has a different color for each id', () => {
    const colors = Array.from(
      { length: 40 },
      (_, id) => /hsl\((\d+)/.exec(renderLogo({ id: `${id}`, name: 'A' }))?.[1],
    );
    expect(new Set(colors).size).toBe(40);
  });
});
