import { json } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { createFitnessDataClient, type FitnessDataClient } from '#client/exports.ts';
import type { Demonstration } from '../admin/demonstration.ts';
import { listen } from '../local/host/listen.ts';
import type { LocalService } from '../local/service.ts';

const path = '/print-webhooks';

const Received = z.looseObject({
  data: z.looseObject({ challenge: z.optional(z.string()) }),
});

/**
 * Registers a webhook of the demonstration application, and prints what it gets until the service
 * stops. It is deleted then. One that a killed service has left is deleted first.
 */
export async function printWebhooks(
  { urls }: Pick<LocalService, 'urls'>,
  application: Pick<Demonstration, 'client_id' | 'client_secret'>,
  print: (line: string) => void,
  disposables: AsyncDisposableStack,
): Promise<void> {
  const server = await listen('127.0.0.1', 0, disposables);
  server.handleWith(async (request, response) => {
    const received = Received.parse(await json(request));
    const { challenge } = received.data;
    if (challenge === undefined) print(`webhook  ${JSON.stringify(received)}`);
    response.end(JSON.stringify({ challenge }));
  });
  const client = createFitnessDataClient({
    addresses: urls,
    clientId: application.client_id,
    clientSecret: application.client_secret,
  });
  await client.auth.signInAsClient();
  await deleteWebhooks(client);
  const body = { url: server.url + path, types: ['*' as const] };
  await client.main.post('/webhook/', { body });
  disposables.defer(() => deleteWebhooks(client));
}

async function deleteWebhooks(client: FitnessDataClient): Promise<void> {
  for await (const { url, _links } of client.list('/webhook/')) {
    const [{ id = '' } = {}] = _links.self;
    const params = { path: { id } };
    if (url.endsWith(path)) await client.main.delete('/webhook/{id}/', { params });
  }
}
