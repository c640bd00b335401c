import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { disconnect } from '#functions/connections/connection/remote-connection.store.ts';
import { originKeys } from '#functions/diary/merging/origin.keys.ts';
import { newPerson, table } from '#kit/fixtures.ts';
import { type FakeProvider, startFakeProvider } from '#kit/provider.ts';
import { addRemoteConnection } from '#kit/remote-connections.ts';
import { formatMessage } from '#shared/queue/send.ts';
import { newId } from '#shared/runtime/ids.ts';
import { handler } from './handler.ts';

const disposables = new AsyncDisposableStack();
let provider: FakeProvider;

beforeAll(async () => {
  provider = await startFakeProvider(disposables);
});
afterAll(() => disposables.disposeAsync());

beforeEach(() => {
  vi.stubEnv('PROVIDER_GATEWAY', provider.url);
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const garmin = 'apis.garmin.com';

/** Connects an account. Returns a function that disconnects it, and delivers its revocation. */
async function connect(remote_id: string) {
  const { user_id } = await newPerson();
  const id = await addRemoteConnection(user_id, { type: 'garmin', remote_id });
  const item = await table().get<object>(originKeys.remoteConnection(user_id, id));
  const event = { Records: [{ messageId: id, body: formatMessage(item ?? {}) }] };
  const context = { getRemainingTimeInMillis: () => 60_000 };
  return {
    disconnect: () =>
      disconnect(table(), user_id, id, { deletes_entries: false, now: new Date() }),
    deliver: async () => {
      const result = await handler(event as Parameters<typeof handler>[0], context);
      return result.batchItemFailures.length === 0 ? 'ack' : 'retry';
    },
  };
}

it('leaves an account its access that was connected again before the provider answers', async () => {
  const remote_id = newId(new Date());
  const first = await connect(remote_id);
  await first.disconnect();
  provider.setResponse(garmin, 503);
  expect(await first.deliver()).toBe('retry');

  provider.setResponse(garmin, 204);
  const second = await connect(remote_id);
  const calls = provider.listCallsTo(garmin).length;
  expect(await first.deliver()).toBe('ack');
  expect(provider.listCallsTo(garmin)).toHaveLength(calls);

  await second.disconnect();
  expect(await second.deliver()).toBe('ack');
  expect(provider.listCallsTo(garmin)).toHaveLength(calls + 1);
});
