import { describe, expect, it } from 'vitest';
import { newPerson, putAtOnce, type TestPerson, table } from '#kit/fixtures.ts';
import { createRacingTable } from '#kit/races.ts';
import { newSecret } from '#shared/auth/secrets.ts';
import { formatToken, parseToken } from '#shared/auth/tokens.ts';
import { newMeter } from '#shared/runtime/log.ts';
import { openTable, openTableFor } from '#shared/table/table.ts';
import * as sessions from './session.store.ts';

const now = new Date();

it('a session is found with its own secret only, because its id is no secret', async () => {
  const person = await newPerson();
  const sessionToken = await sessions.start(table(), person, now);
  const token = parseToken('session', sessionToken);
  if (!token) throw new Error('The token is malformed.');
  const found = await sessions.find(table(), sessionToken, now);
  expect(found).toMatchObject({ id: token.id, user_id: person.user_id });
  const guess = formatToken('session', { ...token, secret: newSecret() });
  expect(await sessions.find(table(), guess, now)).toBeUndefined();
});

function startMany(person: TestPerson, count: number): Promise<string[]> {
  return putAtOnce((collector) => {
    const starts = Array.from({ length: count }, () =>
      sessions.start(collector, person, now),
    );
    return Promise.all(starts);
  });
}

it('150 sessions are ended by three calls, without the one that is kept', async () => {
  const person = await newPerson();
  const [kept = ''] = await startMany(person, 151);
  const meter = newMeter();
  await sessions.endAllOfUser(openTable(meter), person.user_id, kept);
  expect(meter.readings().store_calls).toBe(3);
  const left = await sessions.listActive(table(), person.user_id, now);
  expect(left.map(({ id }) => id)).toEqual([parseToken('session', kept)?.id]);
});

it('sessions beyond the bound of an endpoint are ended by the repeated request', async () => {
  const person = await newPerson();
  const { user_id } = person;
  await startMany(person, 150);
  const open = openTableFor({ storeCalls: { max: 2 } });
  const first = sessions.endAllOfUser(open(newMeter()), user_id);
  await expect(first).rejects.toMatchObject({ code: 'unavailable' });
  expect(await sessions.listActive(table(), user_id, now)).toHaveLength(50);
  await sessions.endAllOfUser(open(newMeter()), user_id);
  expect(await sessions.listActive(table(), user_id, now)).toEqual([]);
});

it('all sessions are ended although one is signed out meanwhile', async () => {
  const person = await newPerson();
  const [token = ''] = await startMany(person, 150);
  const signOut = () => sessions.end(table(), token);
  const racingTable = createRacingTable('after its query', signOut);
  await sessions.endAllOfUser(racingTable, person.user_id);
  expect(await sessions.listActive(table(), person.user_id, now)).toEqual([]);
});

it('all sessions are ended by concurrent requests', async () => {
  const person = await newPerson();
  const tokens = await startMany(person, 150);
  await Promise.all([
    sessions.endAllOfUser(table(), person.user_id),
    ...tokens.slice(0, 20).map((token) => sessions.end(table(), token)),
    sessions.endAllOfUser(table(), person.user_id),
  ]);
  expect(await sessions.listActive(table(), person.user_id, now)).toEqual([]);
});

describe('a session that stays signed in', () => {
  const day = 24 * 60 * 60;
  const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);

  /** Starts a session that stays, and returns functions that find and use it at a time. */
  async function startStaying() {
    const person = await newPerson();
    const token = await sessions.start(table(), person, now, { staysSignedIn: true });
    const findAt = (at: Date) => sessions.find(table(), token, at);
    const useAt = async (at: Date) => {
      const session = await findAt(at);
      return session !== undefined && (await sessions.extend(table(), session, at));
    };
    return { person, token, findAt, useAt };
  }

  it('ends 30 days after its last use, which is stored once a day', async () => {
    const { findAt, useAt } = await startStaying();
    expect(await useAt(later(1))).toBe(false);
    expect(await useAt(later(20 * day))).toBe(true);
    expect(await useAt(later(20 * day + 1))).toBe(false);
    expect(await findAt(later(50 * day - 1))).toBeDefined();
    expect(await findAt(later(50 * day))).toBeUndefined();
  });

  it('is not brought back by a page that loads while it is signed out', async () => {
    const { person, token, findAt } = await startStaying();
    const at = later(2 * day);
    const session = await findAt(at);
    if (!session) throw new Error('The session has ended.');
    await sessions.end(table(), token);
    expect(await sessions.extend(table(), session, at)).toBe(false);
    expect(await sessions.listActive(table(), person.user_id, at)).toEqual([]);
  });

  it('is not shortened by an export, which keeps the item for a week', async () => {
    const { findAt } = await startStaying();
    const session = await findAt(now);
    if (!session) throw new Error('The session has ended.');
    await sessions.keepUntil(table(), session, session.expires_at - 23 * day);
    expect(await findAt(now)).toMatchObject({ ttl: session.expires_at });
  });

  it('differs from others, which end 12 hours after the sign-in and need no write', async () => {
    const person = await newPerson();
    const token = await sessions.start(table(), person, now);
    const session = await sessions.find(table(), token, later(day / 2 - 1));
    if (!session) throw new Error('The session has ended.');
    expect(await sessions.extend(table(), session, later(day / 2 - 1))).toBe(false);
    expect(await sessions.find(table(), token, later(day / 2))).toBeUndefined();
  });
});
