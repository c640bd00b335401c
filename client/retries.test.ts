import { describe, expect, it, vi } from 'vitest';
import { createRetryingSend, type RetryOptions, waitFor } from './retries.ts';

const url = 'https://api.example/v7.1/data_source/';
const post = () => new Request(url, { method: 'POST', body: '{}' });

/** Returns a response with a status and the seconds of a `Retry-After`. */
function respond(status: number, retryAfter?: string): Response {
  const headers = retryAfter === undefined ? {} : { 'Retry-After': retryAfter };
  return new Response(null, { status, headers });
}

/**
 * Creates a function whose requests get these responses one after another. Records the wait before
 * each retry in ms, and the body of each request.
 */
function createSend(
  responses: readonly (Response | Error)[],
  options: RetryOptions = {},
) {
  const remaining = [...responses];
  const waits: number[] = [];
  const bodies: string[] = [];
  const send = createRetryingSend(
    async (request) => {
      bodies.push(await request.text());
      const response = remaining.shift() ?? new Error('No response is left.');
      if (response instanceof Error) throw response;
      return response;
    },
    { wait: async (ms) => void waits.push(ms), ...options },
  );
  return { send, waits, bodies };
}

describe('retries', () => {
  it.each([429, 502, 503, 504])('follow status %i', async (status) => {
    const { send, waits } = createSend([respond(status), respond(200)]);
    expect((await send(new Request(url))).status).toBe(200);
    expect(waits).toHaveLength(1);
  });

  it.each([400, 401, 404, 500])('do not follow status %i', async (status) => {
    const { send } = createSend([respond(status)]);
    expect((await send(new Request(url))).status).toBe(status);
  });

  it('follow a network error, and wait twice as long each time', async () => {
    const failure = new TypeError('fetch failed');
    const { send, waits } = createSend([failure, failure, respond(200)]);
    await send(new Request(url));
    // The delays are 250 and 500 ms, minus up to half of each at random.
    const [first = 0, second = 0] = waits;
    expect(first).toBeGreaterThanOrEqual(125);
    expect(first).toBeLessThanOrEqual(250);
    expect(second).toBeGreaterThanOrEqual(250);
    expect(second).toBeLessThanOrEqual(500);
  });

  it('wait as long as Retry-After says', async () => {
    const { send, waits } = createSend([respond(429, '7'), respond(200)]);
    await send(new Request(url));
    expect(waits).toEqual([7000]);
  });

  it('wait until the date in Retry-After, by the clock of the service', async () => {
    const headers = {
      Date: 'Fri, 20 Nov 2026 23:59:50 GMT',
      'Retry-After': 'Sat, 21 Nov 2026 00:00:00 GMT',
    };
    const limited = new Response(null, { status: 429, headers });
    const { send, waits } = createSend([limited, respond(200)]);
    await send(new Request(url));
    expect(waits).toEqual([10_000]);
  });

  it.each(['-1', '1.5', 'soon', ''])('back off if Retry-After is "%s"', async (text) => {
    const { send, waits } = createSend([respond(429, text), respond(200)]);
    await send(new Request(url));
    expect(waits[0]).toBeGreaterThanOrEqual(125);
  });

  it('leave a Retry-After of more than 30 seconds to the caller', async () => {
    const { send } = createSend([respond(429, '31')]);
    expect((await send(new Request(url))).status).toBe(429);
  });

  it('end with the last response or error', async () => {
    const maxRetries = 1;
    const { send } = createSend([respond(503), respond(504)], { maxRetries });
    expect((await send(new Request(url))).status).toBe(504);

    const failure = new TypeError('fetch failed');
    const failing = createSend([failure, failure], { maxRetries });
    await expect(failing.send(new Request(url))).rejects.toMatchObject({
      name: 'FitnessDataError',
      code: 'network_error',
      status: 0,
      cause: failure,
    });
  });

  it('send a POST again only with an Idempotency-Key', async () => {
    expect((await createSend([respond(503)]).send(post())).status).toBe(503);
    const failure = new TypeError('fetch failed');
    await expect(createSend([failure]).send(post())).rejects.toHaveProperty(
      'cause',
      failure,
    );

    const { send, bodies } = createSend([respond(503), respond(201)]);
    const request = post();
    request.headers.set('Idempotency-Key', 'one');
    expect([(await send(request)).status, bodies]).toEqual([201, ['{}', '{}']]);
  });

  it('send any POST again after 429, which had no effect', async () => {
    const { send } = createSend([respond(429), respond(201)]);
    expect((await send(post())).status).toBe(201);
  });

  it('end when the caller aborts the request', async () => {
    const controller = new AbortController();
    const wait = async () => controller.abort();
    const { send } = createSend([respond(503)], { wait });
    const request = new Request(url, { signal: controller.signal });
    await expect(send(request)).rejects.toThrow('aborted');
  });
});

it('waits for a time that is too long for a timer as long as a timer can', async () => {
  vi.useFakeTimers();
  let hasEnded = false;
  const waiting = waitFor(2 ** 31).then(() => {
    hasEnded = true;
  });
  await vi.advanceTimersByTimeAsync(86_400_000);
  expect(hasEnded).toBe(false);
  await vi.runAllTimersAsync();
  await waiting;
  vi.useRealTimers();
});
