import { expect, it } from 'vitest';
import { defaultQuotas, maxQuota } from '#shared/quota/quotas.ts';
import { isUnreachable, resolveQuotas } from './quota.ts';

const none = { ofAll: {}, factor: 1, isOwn: false };
const ownDefaults = {
  user: { '15min': 20_000, day: 200_000 },
  client: { '15min': 2_000_000, day: 20_000_000 },
};

it('gives an application 200 requests of a person in 15 minutes, and 2,000 in a day', () => {
  expect(resolveQuotas(none)).toEqual(defaultQuotas);
  expect(defaultQuotas).toEqual({
    user: { '15min': 200, day: 2000 },
    client: { '15min': 20_000, day: 200_000 },
  });
});

it('gives an own application a hundred times that', () => {
  expect(resolveQuotas({ ...none, isOwn: true })).toEqual(ownDefaults);
});

it('limits nothing on one machine but what the operator has set', () => {
  const onOneMachine = { ...none, factor: maxQuota };
  const { user, client } = resolveQuotas(onOneMachine);
  const values = [user['15min'], user.day, client['15min'], client.day];
  expect(values.map(isUnreachable)).toEqual([true, true, true, true]);
  const set = resolveQuotas({ ...onOneMachine, ofAll: { user_day: 300 } });
  expect(set).toEqual({ user: { ...user, day: 300 }, client });
});

it('prefers what the operator has set for the application, then what for all', () => {
  const ofAll = { user_15min: 300, user_day: 3000 };
  const limits = resolveQuotas({ ...none, ofAll, ofClient: { user_15min: 50 } });
  expect(limits.user).toEqual({ '15min': 50, day: 3000 });
  expect(limits.client).toEqual(defaultQuotas.client);
});

it('takes what is set for all as that of others, and what is set for one as it is', () => {
  const sources = { ofAll: { user_15min: 300 }, factor: 100, isOwn: true };
  expect(resolveQuotas(sources).user['15min']).toBe(30_000);
  expect(resolveQuotas({ ...sources, isOwn: false }).user['15min']).toBe(300);
  const ofClient = { user_15min: 40 };
  expect(resolveQuotas({ ...sources, ofClient }).user['15min']).toBe(40);
});
