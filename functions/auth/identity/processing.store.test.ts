import { expect, it } from 'vitest';
import { newPerson, table } from '#kit/fixtures.ts';
import { exists } from '#shared/table/condition.ts';
import { identityKeys } from './identity.keys.ts';
import {
  giveConsent,
  isRestricted,
  restrict,
  resume,
  withdrawConsent,
} from './processing.store.ts';
import { hasHealthConsent, mustAskForConsent, type Processing } from './processing.ts';

const now = new Date('2026-11-20T12:00:00.000Z');
const later = new Date('2026-11-21T12:00:00.000Z');

async function arrange() {
  const { user_id } = await newPerson();
  const key = identityKeys.user(user_id);
  await table().update(key, { remove: ['health_consent'] }, exists);
  const read = async () => (await table().get<Processing>(key)) ?? {};
  return { user_id, key, read };
}

it('a person without consent is asked, until they consent or restrict the processing', async () => {
  const { user_id, read } = await arrange();
  expect(mustAskForConsent(await read())).toBe(true);
  await giveConsent(table(), user_id, now);
  expect(mustAskForConsent(await read())).toBe(false);

  const other = await arrange();
  await restrict(table(), other.user_id, now);
  expect(mustAskForConsent(await other.read())).toBe(false);
});

it('a consent to another wording is asked for again', async () => {
  const { user_id, key, read } = await arrange();
  await giveConsent(table(), user_id, now);
  await table().update(key, { set: { 'health_consent.version': '0' } }, exists);
  expect(mustAskForConsent(await read())).toBe(true);
});

it('a withdrawn consent restricts the processing until it is given again', async () => {
  const { user_id, read } = await arrange();
  expect(await withdrawConsent(table(), user_id, now)).toBe(false);
  await giveConsent(table(), user_id, now);
  expect(await withdrawConsent(table(), user_id, later)).toBe(true);
  expect(await read()).toMatchObject({
    health_consent: {
      given_datetime: now.toISOString(),
      withdrawn_datetime: later.toISOString(),
    },
    restricted_datetime: later.toISOString(),
  });
  expect(await withdrawConsent(table(), user_id, later)).toBe(false);

  const change = { givesConsent: false, now: later };
  expect(await resume(table(), user_id, change)).toBe(false);
  expect(await resume(table(), user_id, { ...change, givesConsent: true })).toBe(true);
  expect(hasHealthConsent(await read())).toBe(true);
  expect(await isRestricted(table(), user_id)).toBe(false);
});

it('a restriction keeps its first time, and is lifted once', async () => {
  const { user_id, read } = await arrange();
  await giveConsent(table(), user_id, now);
  await restrict(table(), user_id, now);
  await restrict(table(), user_id, later);
  expect(await read()).toMatchObject({ restricted_datetime: now.toISOString() });

  const change = { givesConsent: false, now: later };
  expect(await resume(table(), user_id, change)).toBe(true);
  expect(await resume(table(), user_id, change)).toBe(false);
  expect(await read()).toMatchObject({
    health_consent: { given_datetime: now.toISOString() },
    resumed_datetime: later.toISOString(),
  });
});

it('a person who was erased meanwhile gets no profile', async () => {
  const key = identityKeys.user('nobody-at-all');
  await giveConsent(table(), 'nobody-at-all', now);
  await restrict(table(), 'nobody-at-all', now);
  expect(await table().get(key)).toBeUndefined();
});
