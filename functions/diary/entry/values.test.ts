import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '#lib/paths.ts';
import { idempotencyKeyLifetime } from '#shared/idempotency/idempotency-key.ts';
import { bounds, lengths, maxDecimals, maxEntries, maxItems } from './bounds.ts';
import { dateBounds } from './dates.ts';
import { findOffset, withOffset } from './times.ts';
import { countDecimals } from './values.ts';

const document = readFileSync(join(root, 'docs/openapi/diary.json'), 'utf8');

it('the OpenAPI document of the diary has every bound and unit', () => {
  const text = JSON.stringify(JSON.parse(document));
  for (const [name, { min, max }] of Object.entries(bounds))
    expect(text, name).toContain(`"minimum":${min},"maximum":${max}`);
  for (const length of Object.values(lengths))
    expect(text).toContain(`"maxLength":${length}`);
  expect(text).toContain(`from ${dateBounds.first} to ${dateBounds.last}`);
  expect(text).toContain(`"maxItems":${maxItems}`);
  expect(text).toContain(`limited to ${maxEntries} entries`);
  expect(text).toContain(`at most ${maxDecimals} decimal places`);
  expect(text).toContain(`${idempotencyKeyLifetime / 86_400} days`);
  for (const unit of [
    'Seconds.',
    'Meters.',
    'Meters per second.',
    'Beats per minute.',
    'Grams.',
    'Milligrams.',
  ])
    expect(text).toContain(unit);
});

it('knows no offset of a time in UTC, which can end with -00:00', () => {
  const ends = ['Z', '-00:00', '+00:00', '-08:00'];
  expect(ends.map((end) => findOffset(`2026-11-20T09:00:00${end}`))).toEqual([
    undefined,
    undefined,
    '+00:00',
    '-08:00',
  ]);
  expect(withOffset('2026-11-20T09:00:00-00:00', '+02:00')).toBe(
    '2026-11-20T11:00:00+02:00',
  );
});

it('counts the digits after the decimal point', () => {
  expect([0, 100, 1e21, 1.5, 0.25, 1e-7, 1.25e-7].map(countDecimals)).toEqual([
    0, 0, 0, 1, 2, 7, 9,
  ]);
});
