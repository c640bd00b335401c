import { expect, it } from 'vitest';
import { table } from '#kit/fixtures.ts';
import type { Provider } from '#shared/provider/provider.ts';
import * as budgets from '#shared/provider-client/provider-budget.store.ts';
import { findProvider } from '#shared/providers/providers.ts';
import { newId } from '#shared/runtime/ids.ts';

/** The 10th second of a minute, which is the 10th of an hour, too. */
const now = new Date('2026-11-22T12:00:10Z');

/** Prepares a provider with 4 requests a minute and 6 an hour. */
function arrange() {
  const type = newId(now);
  const provider = {
    ...(findProvider('strava') as Provider),
    type,
    limits: [
      { requests: 6, seconds: 3600, per: 'client' },
      { requests: 4, seconds: 60, per: 'client' },
    ],
  } satisfies Provider;
  const request = { provider, remote_id: '1', count: 1, now };
  const take = (change: Partial<budgets.BudgetRequest> = {}) =>
    budgets.take(table(), { ...request, ...change });
  return { request, take };
}

const minuteLater = new Date(now.getTime() + 60_000);

it('allows as many requests in a window as the provider, of all accounts', async () => {
  const { take } = arrange();
  const results = [1, 2, 3, 4, 5].map((account) => take({ remote_id: String(account) }));
  const full = (await Promise.all(results)).filter((window) => window !== undefined);
  expect(full).toMatchObject([{ seconds: 60 }]);
});

it('keeps the limit of the longer window as well', async () => {
  const { take } = arrange();
  expect(await take({ count: 4 })).toBeUndefined();
  expect(await take({ count: 2, now: minuteLater })).toBeUndefined();
  expect(await take({ now: minuteLater })).toMatchObject({ seconds: 3600 });
});

it('counts either all requests or none towards a window', async () => {
  const { take } = arrange();
  expect(await take({ count: 5 })).toMatchObject({ seconds: 60 });
  expect(await take({ count: 4 })).toBeUndefined();
});

it('allows nothing more in a window in which the provider has rejected a request', async () => {
  const { request, take } = arrange();
  await budgets.exhaust(table(), request);
  expect(await take()).toMatchObject({ seconds: 60 });
  expect(await take({ now: minuteLater })).toBeUndefined();
});

it('lets those that wait share the next windows, in the order in which they came', async () => {
  const { take } = arrange();
  await take({ count: 4 });
  const waits: number[] = [];
  for (let count = 0; count < 5; count += 1) {
    const full = await take();
    if (full) waits.push(await budgets.joinQueue(table(), full, now));
  }
  expect(waits).toEqual([50, 50, 110, 110, 170]);
});
