import { describe, expect, it } from 'vitest';
import * as providerBudgets from '#functions/connections/provider-credentials/budget.store.ts';
import type { BudgetedRequests } from '#functions/connections/provider-credentials/budget.ts';
import type { Provider } from '#functions/connections/provider-definition/provider.ts';
import { findProvider } from '#functions/connections/providers/find-provider.ts';
import { table } from '#kit/fixtures.ts';
import { newId } from '#shared/runtime/ids.ts';
import { toEpochSeconds as toSeconds } from '#shared/runtime/time.ts';

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
  const request = { provider, remote_id: '1', count: 1, hasTurn: false, now };
  const take = async (change: Partial<BudgetedRequests> = {}) => {
    const { full } = await providerBudgets.take(table(), { ...request, ...change });
    return full;
  };
  const note = (isFailed: boolean) =>
    providerBudgets.countResponse(table(), request, { isFailed });
  return { request, take, note };
}

const minuteLater = new Date(now.getTime() + 60_000);

describe('the rate limit of a provider', () => {
  it('allows all accounts together as many requests in a window as the provider does', async () => {
    const { take } = arrange();
    const results = [1, 2, 3, 4, 5].map((account) =>
      take({ remote_id: String(account) }),
    );
    const full = (await Promise.all(results)).filter((window) => window !== undefined);
    expect(full).toMatchObject([{ freeAt: toSeconds(now) + 50 }]);
  });

  it('keeps the limit of the longer window as well', async () => {
    const { take } = arrange();
    expect(await take({ count: 4 })).toBeUndefined();
    expect(await take({ count: 2, now: minuteLater })).toBeUndefined();
    expect(await take({ now: minuteLater })).toMatchObject({
      freeAt: Date.parse('2026-11-22T13:00:00Z') / 1000,
    });
  });

  it('is that of the clock, if one that was ahead has used it up or was refused', async () => {
    const { take, request } = arrange();
    const ahead = { ...request, now: new Date(now.getTime() + 1_800_000) };
    expect(await take({ ...ahead, count: 4 })).toBeUndefined();
    await providerBudgets.exhaust(table(), ahead, 3600);
    expect(await take(ahead)).toMatchObject({ freeAt: toSeconds(now) + 5400 });
    expect(await take({ count: 4 })).toBeUndefined();
    expect(await take()).toMatchObject({ freeAt: toSeconds(now) + 50 });
  });

  it('counts either all requests or none towards a window', async () => {
    const { take } = arrange();
    expect(await take({ count: 5 })).toMatchObject({ freeAt: toSeconds(now) + 50 });
    expect(await take({ count: 4 })).toBeUndefined();
  });

  it('allows nothing more in a window in which the provider has rejected a request', async () => {
    const { request, take } = arrange();
    await providerBudgets.exhaust(table(), request);
    expect(await take()).toMatchObject({ freeAt: toSeconds(now) + 50 });
    expect(await take({ now: minuteLater })).toBeUndefined();
  });

  it('allows nothing more for as long as a rejection says, in later windows as well', async () => {
    const { request, take } = arrange();
    await providerBudgets.exhaust(table(), request, 100);
    expect(await take({ now: minuteLater })).toMatchObject({
      freeAt: toSeconds(now) + 100,
    });
    expect(await take({ now: new Date(now.getTime() + 100_000) })).toBeUndefined();
  });

  it('allows nothing more for a day if a rejection says so for years', async () => {
    const { request, take } = arrange();
    await providerBudgets.exhaust(table(), request, 999_999_999);
    const tomorrow = toSeconds(now) + 86_400;
    const midnight = new Date('2026-11-23T00:00:00Z');
    expect(await take()).toMatchObject({ freeAt: tomorrow });
    expect(await take({ now: midnight })).toMatchObject({ freeAt: tomorrow });
    expect(await take({ now: new Date(tomorrow * 1000) })).toBeUndefined();
  });

  it('gives turns in the order in which syncs came, as fast as the limit allows', async () => {
    const { take } = arrange();
    await take({ count: 4 });
    const turns: number[] = [];
    for (const needed of [2, 1, 4, 1]) {
      const full = await take();
      if (full) turns.push(await providerBudgets.joinQueue(table(), full, needed));
    }
    expect(turns.map((turn) => turn - toSeconds(now))).toEqual([50, 80, 95, 155]);
  });

  it('allows no sync without a turn to overtake the syncs that wait', async () => {
    const { take } = arrange();
    await take({ count: 4 });
    const full = await take();
    if (full) await providerBudgets.joinQueue(table(), full, 2);
    expect(await take({ now: minuteLater })).toBeDefined();
    expect(await take({ now: minuteLater, hasTurn: true })).toBeUndefined();
    expect(await take({ now: new Date(now.getTime() + 81_000) })).toBeUndefined();
  });
});

describe('a provider that does not respond', () => {
  const down = (seconds: number) => ({ outage: { seconds } });

  it('gets no requests for five minutes after twenty in a row without a response', async () => {
    const { take, note } = arrange();
    for (let failures = 1; failures < 20; failures += 1) await note(true);
    expect(await take()).toBeUndefined();
    await note(true);
    await note(true);
    expect(await take({ hasTurn: true })).toMatchObject(down(300));
    expect(await take({ now: new Date(now.getTime() + 300_000) })).toBeUndefined();
  });

  it('is asked again after pauses that double up to three hours', async () => {
    const { take, request } = arrange();
    let at = now;
    const pauses: number[] = [];
    while (pauses.length < 28) {
      await providerBudgets.countResponse(
        table(),
        { ...request, now: at },
        { isFailed: true },
      );
      const { seconds = 0 } = (await take({ now: at, count: 0 }))?.outage ?? {};
      pauses.push(seconds);
      at = new Date(at.getTime() + seconds * 1000);
    }
    const changes = pauses.filter((seconds, index) => seconds !== pauses[index - 1]);
    expect(changes).toEqual([0, 300, 600, 1200, 2400, 4800, 9600, 10_800]);
  });

  it('gets requests again after one response, and twenty more may fail', async () => {
    const { take, note, request } = arrange();
    for (let failures = 1; failures <= 20; failures += 1) await note(true);
    await note(false);
    expect(await take()).toBeUndefined();
    await note(true);
    expect(await providerBudgets.take(table(), request)).toEqual({ hasFailures: true });
  });
});
