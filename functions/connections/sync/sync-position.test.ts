import { expect, it } from 'vitest';
import { getTestClient, setTestClient } from '#kit/provider-clients.ts';
import { connectSynced } from '#kit/synced-account.ts';
import type { CallRequest } from '#shared/outgoing/outgoing.ts';
import { failure, success } from '#shared/runtime/result.ts';

const start = new Date('2126-08-20T12:00:00Z');

/** Connects an account at Google Health with a workout on each of two pages. */
async function connect() {
  await setTestClient(getTestClient('google_health'));
  const state = {
    /** The tokens of second pages, the latest of which Google accepts. */
    tokens: ['first'],
    isAvailable: true,
    pages: [] as (string | null)[],
  };
  const respond = (status: number, body: unknown) => {
    const response = { status, text: JSON.stringify(body), header: () => undefined };
    return status === 200
      ? success(response)
      : failure({ kind: 'status', response } as const);
  };
  const send = async ({ url }: CallRequest) => {
    const page = new URL(url).searchParams.get('pageToken');
    state.pages.push(page);
    const nextPageToken = state.tokens.at(-1);
    if (page === null) return respond(200, { dataPoints: [toPoint(1)], nextPageToken });
    if (!state.isAvailable) return respond(503, {});
    if (page !== nextPageToken) return respond(400, { error: { code: 400 } });
    return respond(200, { dataPoints: [toPoint(20)] });
  };
  const connection = { type: 'google_health' };
  return { state, ...(await connectSynced({ connection, send, at: start })) };
}

/** Returns the workout that started some days before the account was connected. */
function toPoint(daysBefore: number) {
  const startedAt = start.getTime() - daysBefore * 86_400_000;
  const interval = {
    startTime: new Date(startedAt).toISOString(),
    startUtcOffset: '0s',
    endTime: new Date(startedAt + 1_800_000).toISOString(),
  };
  return { name: `x/${daysBefore}`, exercise: { interval, exerciseType: 'RUNNING' } };
}

it('a list begins again if the provider no longer accepts where a sync stopped', async () => {
  const { state, clock, sync } = await connect();
  state.isAvailable = false;
  expect(await sync()).toMatchObject({ result: 'failed', counts: { created: 1 } });

  Object.assign(state, { isAvailable: true, tokens: ['first', 'second'], pages: [] });
  // So late that a new list would not go back to the workout of the second page.
  clock.now = new Date(start.getTime() + 5 * 86_400_000);
  expect(await sync()).toMatchObject({ result: 'synchronized', counts: { created: 1 } });
  expect(state.pages).toEqual(['first', null, 'second']);
});
