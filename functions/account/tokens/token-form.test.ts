import { describe, expect, it } from 'vitest';
import { dataScopes } from '#shared/contract/scopes.ts';
import { readTokenForm } from './token-form.ts';

const now = new Date('2026-11-20T22:30:00Z');
const untick = Object.fromEntries(dataScopes.map((scope) => [scope, '']));
const empty = { ...untick, name: '', lifetime: '', date: '' } as Parameters<
  typeof readTokenForm
>[0];
const valid = { ...empty, name: 'Backup', 'diary.read': 'yes', lifetime: '7' };

const read = (fields: Partial<typeof valid>, time_zone?: string) => {
  const today = time_zone === 'Asia/Tokyo' ? '2026-11-21' : '2026-11-20';
  return readTokenForm({ ...valid, ...fields }, { now, today, time_zone });
};

/** Returns when the token of a form expires. */
function findEnd(fields: Partial<typeof valid>, time_zone?: string) {
  const form = read(fields, time_zone);
  return form.ok ? new Date(form.value.expires_at * 1000).toISOString() : form.error;
}

describe('the lifetime of a new token', () => {
  it.each([
    ['7', '2026-11-27T22:30:00.000Z'],
    ['90', '2027-02-18T22:30:00.000Z'],
    ['365', '2027-11-20T22:30:00.000Z'],
  ])('is %s days', (lifetime, end) => {
    expect(findEnd({ lifetime })).toBe(end);
  });

  it.each([
    ['2026-11-20', undefined, '2026-11-21T00:00:00.000Z'],
    ['2026-11-21', 'Asia/Tokyo', '2026-11-21T15:00:00.000Z'],
    ['2027-06-30', 'America/New_York', '2027-07-01T04:00:00.000Z'],
  ])('ends with the day %s where the person is: %s', (date, time_zone, end) => {
    expect(findEnd({ lifetime: 'date', date }, time_zone)).toBe(end);
  });

  it('is a year at most, also until a date', () => {
    const lifetime = 'date';
    expect(findEnd({ lifetime, date: '2027-11-20' })).toBe('2027-11-20T22:30:00.000Z');
    expect(findEnd({ lifetime, date: '2027-11-21' })).toEqual(['date']);
  });

  it.each(['2026-11-19', '2026-02-30', 'tomorrow', ''])(
    'is no date in the past, and nothing that is no date: %j',
    (date) => {
      expect(findEnd({ lifetime: 'date', date })).toEqual(['date']);
    },
  );

  it.each(['', '0', '-1', '366', '1e9'])('must be chosen: not %j', (lifetime) => {
    expect(findEnd({ lifetime })).toEqual(['lifetime']);
  });
});

it('a new token has the ticked scopes in their order, or full access', () => {
  const ticked = { 'images.write': 'yes', 'profile.read': 'yes' };
  expect(read(ticked)).toMatchObject({
    value: { name: 'Backup', scope: 'profile.read diary.read images.write' },
  });
  expect(read({ ...ticked, read: 'yes' })).toMatchObject({ value: { scope: 'read' } });
  expect(read({ 'measurements.read': 'yes', read: 'yes' })).toMatchObject({
    value: { scope: 'read measurements.read' },
  });
});

it('a form names all its problems', () => {
  expect(readTokenForm(empty, { now, today: '2026-11-20' })).toEqual({
    ok: false,
    error: ['name', 'scope', 'lifetime'],
  });
  for (const name of ['\u200b', 'x'.repeat(51), 'one\ntwo', ' '])
    expect(read({ name })).toMatchObject({ error: ['name'] });
});
