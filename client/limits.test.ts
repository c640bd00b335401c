import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLimitedSend } from './limits.ts';
import { type RetryOptions, waitFor } from './retries.ts';

const url = 'https://api.example/v7.1/data_source/';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-27T09:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Creates a function whose responses have these values of `RateLimit`. Records the waits in ms. */
function createSend(values: readonly (string | undefined)[], options: RetryOptions = {}) {
  const remaining = [...values];
  const waits: number[] = [];
  const send = createLimitedSend(
    async () => {
      const value = remaining.shift();
      return new Response(
        null,
        value === undefined ? {} : { headers: { RateLimit: value } },
      );
    },
    { wait: async (ms) => void waits.push(ms), ...options },
  );
  return { send: (init?: RequestInit) => send(new Request(url, init)), waits };
}

describe('a client', () => {
  it('waits until there are requests again, if none is left', async () => {
    const { send, waits } = createSend([
      '"15min";r=0;t=12;pk=:cHsdsRa894==:',
      '"15min";r=199;t=900',
    ]);
    await send();
    vi.advanceTimersByTime(2000);
    await send();
    await send();
    expect(waits).toEqual([10_000]);
  });

  it.each([
    '"15min";r=1;t=12',
    undefined,
    '"15min";r=0',
    '15min;r=0;t=5',
    '"15min";r=0;t=-5',
    '"15min";r=00x;t=5',
    '',
  ])('does not wait after %j', async (value) => {
    const { send, waits } = createSend([value]);
    await send();
    await send();
    expect(waits).toEqual([]);
  });

  it('waits no longer than it may, and lets the service refuse the request', async () => {
    const day = '"day";r=0;t=4000';
    const { send, waits } = createSend([day, day]);
    await send();
    await send();
    expect(waits).toEqual([]);
    const patient = createSend([day, day], { maxRetryAfter: 4000 });
    await patient.send();
    await patient.send();
    expect(patient.waits).toEqual([4_000_000]);
  });

  it('does not wait if it is told so', async () => {
    const { send, waits } = createSend(['"15min";r=0;t=12'], { waitsForLimits: false });
    await send();
    await send();
    expect(waits).toEqual([]);
  });

  it('stops waiting if the request is aborted', async () => {
    const { send } = createSend(['"15min";r=0;t=12'], { wait: waitFor });
    await send();
    const controller = new AbortController();
    const sending = send({ signal: controller.signal });
    const refused = expect(sending).rejects.toThrow('enough');
    controller.abort(new Error('enough'));
    await refused;
  });
});
