import { afterAll, expect, it } from 'vitest';
import { startOwnService } from '#kit/own-service.ts';
import { send } from '#kit/send.ts';
import { openLocalTable } from '#lib/admin/target.ts';
import { prepareDemonstration } from '#lib/start/demonstration.ts';
import { printWebhooks } from '#lib/start/print-webhooks.ts';

const service = await startOwnService();
afterAll(service.close);
openLocalTable(service.environment);

it('prints what a webhook of the demonstration gets, and leaves no webhook', async () => {
  const demonstration = await prepareDemonstration(service, undefined);
  if (!demonstration) throw new Error('There is no demonstration.');
  const { access_token: token, user_id } = demonstration;
  // The data that the demonstration begins with is no news.
  await service.drainQueues();
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);

  // A service that was killed leaves its webhook.
  const killed = new AsyncDisposableStack();
  await printWebhooks(service, demonstration, print, killed);
  const disposables = new AsyncDisposableStack();
  await printWebhooks(service, demonstration, print, disposables);
  expect(lines).toEqual([]);

  const device = { manufacturer: 'Garmin', model: 'FR-935' };
  const json = { name: 'My watch', _embedded: { device: [device] } };
  await send(service.urls, 'POST', '/v7.1/data_source/', { token, json });
  await service.drainQueues();
  const [line = '', ...others] = lines;
  expect(JSON.parse(line.replace('webhook  ', ''))).toMatchObject({
    type: 'data_source.created',
    data: { user_id, resource: { type: 'data_source' } },
  });
  expect(others).toEqual([]);

  await disposables.disposeAsync();
  await killed.disposeAsync();
});
