import { expect, it } from 'vitest';
import { call } from '#kit/call.ts';
import {
  bounds,
  dates,
  keyLifetime,
  lengths,
  mostDecimals,
  mostEntries,
  mostItems,
} from './bounds.ts';

it('shows every bound on the page of the diary (Y6, Y10)', async () => {
  const { text } = await call('GET', '/v7.1/docs/diary/');
  for (const [name, { least, most }] of Object.entries(bounds))
    expect(text, name).toContain(`, ${least} to ${most}`);
  for (const most of Object.values(lengths)) expect(text).toMatch(new RegExp(`${most} characters`));
  expect(text).toContain(`from ${dates.first} to ${dates.last}`);
  expect(text).toContain(`list of objects, 1 to ${mostItems}`);
  expect(text).toContain(`at most ${mostEntries} entries`);
  expect(text).toContain(`at most ${mostDecimals} digits`);
  expect(text).toContain(`${keyLifetime / 86_400} days`);
  for (const unit of [
    'Seconds.',
    'Metres.',
    'Metres a second.',
    'Beats a minute.',
    'Grams.',
    'Milligrams.',
  ])
    expect(text).toContain(unit);
});
