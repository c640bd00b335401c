import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { promptMs } from '#functions/account/webhook/deliver/webhook-run.ts';
import { porridge } from '#kit/diary.ts';
import { getIdentityHeaders, issueUserToken, newClient, newUser } from '#kit/fixtures.ts';
import { startLoopbackServer } from '#kit/loopback-server.ts';
import { startOwnService } from '#kit/own-service.ts';
import { send } from '#kit/send.ts';
import { addWebhook } from '#kit/webhooks.ts';
import { openLocalTable } from '#lib/admin/target.ts';
import type { LocalService } from '#lib/local/service.ts';

let service: LocalService;
beforeAll(async () => {
  // The tests multiply all time limits by a hundred. The test waits for this one, which decides who
  // waits for a response and not whether there is one, so ten seconds of it are enough.
  const startTimeout = AbortSignal.timeout;
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) =>
    startTimeout(ms === promptMs ? ms / 10 : ms),
  );
  service = await startOwnService();
  openLocalTable(service.environment);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await service.close();
});

/** More than the invocations of a queue that run at the same time, and their messages. */
const hangingReceivers = 24;

/** Starts receivers of which one answers. The others do not, or one byte after the other. */
async function startReceivers() {
  const healthy = Promise.withResolvers<'healthy'>();
  const ended = Promise.withResolvers<'hanging'>();
  const hanging = Promise.withResolvers<void>();
  const tries = new Map<string, number>();
  const { url, close } = await startLoopbackServer(async (request, response) => {
    const { url: path = '' } = request;
    const count = (tries.get(path) ?? 0) + 1;
    tries.set(path, count);
    await text(request);
    if (path === '/healthy') {
      response.writeHead(204).end();
      return healthy.resolve('healthy');
    }
    // The first try is cut off. The second one is made by a worker with more time.
    if (count === 2) hanging.resolve();
    if (count === 2) response.on('close', () => ended.resolve('hanging'));
    if (path.endsWith('1')) response.writeHead(200).write('.');
  });
  return { url, close, healthy, hanging, ended };
}

it('a receiver gets its event while more hang than invocations are possible', async () => {
  const { url, close, healthy, hanging, ended } = await startReceivers();

  /** Lets a new user create an entry, of which a receiver is told. */
  const tell = async (path: string) => {
    const client = await newClient({ own: true });
    await addWebhook(client.client_id, {
      url: `${url}/${path}`,
      types: ['diary_entry.*'],
    });
    const token = await issueUserToken(await newUser(), client);
    const { status } = await send(service.urls, 'POST', '/v2/diary', {
      host: 'diary',
      token,
      json: { items: [porridge] },
      headers: getIdentityHeaders(token),
    });
    expect(status).toBe(201);
  };

  service.startDelivery();
  for (let index = 0; index < hangingReceivers; index += 1) await tell(String(index));
  await hanging.promise;
  await tell('healthy');
  expect(await Promise.race([healthy.promise, ended.promise])).toBe('healthy');
  await close();
});
