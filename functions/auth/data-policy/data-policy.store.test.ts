import { expect, it } from 'vitest';
import { table } from '#kit/fixtures.ts';
import { newId } from '#shared/runtime/ids.ts';
import * as dataPolicies from './data-policy.store.ts';
import { getPolicy } from './data-policy.ts';

// Other tests read the overrides too, so these are of types that no other test has.
it('reads the overrides again when they are ten seconds old, and finds every value', async () => {
  const now = new Date();
  const [first, second] = [`test_${newId(now)}`, `test_${newId(now)}`];
  // An hour later, because other tests of this process fill the cache now.
  const getAfter = (seconds: number) =>
    dataPolicies.getOverrides(
      table(),
      new Date(now.getTime() + 3_600_000 + seconds * 1000),
    );

  await getAfter(0);
  const denial = { values: { applications: 'denied' }, reason: 'by contract' } as const;
  await dataPolicies.override(table(), first, denial, now);
  expect(getPolicy(await getAfter(9.9), first).applications).toBe('allowed');
  const limit = { values: { retention_days: 30 }, reason: 'by law' };
  await dataPolicies.override(table(), first, limit, now);
  await dataPolicies.override(table(), second, denial, now);
  const overrides = await getAfter(10);
  const updated_datetime = now.toISOString();
  expect(overrides[first]).toEqual({
    values: { applications: 'denied', retention_days: 30 },
    reasons: {
      applications: { reason: 'by contract', updated_datetime },
      retention_days: { reason: 'by law', updated_datetime },
    },
  });
  expect(getPolicy(overrides, second).applications).toBe('denied');

  await dataPolicies.restoreDefault(table(), first);
  const restored = await getAfter(20);
  expect(restored[first]).toBeUndefined();
  expect(getPolicy(restored, second).applications).toBe('denied');
  await dataPolicies.restoreDefault(table(), second);
});

it('loses no override if two operators change policies at once', async () => {
  const now = new Date();
  const types = Array.from({ length: 4 }, () => `test_${newId(now)}`);
  const change = { values: { agents: 'denied' }, reason: 'at once' } as const;
  const results = await Promise.allSettled(
    types.map((type) => dataPolicies.override(table(), type, change, now)),
  );
  const overrides = await dataPolicies.findOverrides(table());
  const stored = types.map((type) => overrides[type] !== undefined);
  expect(stored).toEqual(results.map(({ status }) => status === 'fulfilled'));
  expect(stored).toContain(true);
  for (const type of types) await dataPolicies.restoreDefault(table(), type);
});
