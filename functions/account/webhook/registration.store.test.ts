import { expect, it } from 'vitest';
import { newClient, table } from '#kit/fixtures.ts';
import {
  createFaultyTable,
  isRepaired,
  meetFault,
  transactionFaults,
} from '#kit/store-faults.ts';
import { newId } from '#shared/runtime/ids.ts';
import * as registrations from './registration.store.ts';
import { webhookKeys } from './webhook.keys.ts';
import * as webhooks from './webhook.store.ts';
import { maxWebhooks, type Webhook } from './webhook.ts';

const now = new Date('2026-11-20T09:30:00.000Z');
const envelope = { wrapped_key: Buffer.from('key'), ciphertext: Buffer.from('secret') };

function buildWebhook(client_id: string, url: string): Webhook {
  return {
    id: newId(new Date()),
    client_id,
    url,
    types: ['*'],
    secret: envelope,
    state: 'active',
    failures: 0,
    wakes: 0,
    created_datetime: now.toISOString(),
  };
}

/** Builds the webhook of a new application. */
async function newWebhook(): Promise<Webhook> {
  const { client_id } = await newClient();
  return buildWebhook(client_id, 'https://app.example/');
}

/** Returns the URLs of an application, which must be what is counted. */
async function listUrls(client_id: string): Promise<string[]> {
  const stored = await webhooks.listOfClient(table(), client_id);
  const key = webhookKeys.webhookTargets(client_id);
  const targets = (await table().get<Record<string, unknown>>(key)) ?? { count: 0 };
  const targetIds = Object.keys(targets)
    .filter((name) => name.startsWith('target_'))
    .map((name) => targets[name]);
  expect(targets.count).toBe(stored.length);
  expect(targetIds.sort()).toEqual(stored.map(({ id }) => id).sort());
  return stored.map(({ url }) => url);
}

it.each(transactionFaults)(
  'counts what is stored if $cause meets the $tries try',
  async (fault) => {
    const { client_id } = await newClient();
    const faulty = () => createFaultyTable(fault);
    const webhook = buildWebhook(client_id, 'https://app.example/1');
    const isCreated = await meetFault(fault, registrations.create(faulty(), webhook));
    expect(isCreated ?? false).toBe(isRepaired(fault));
    if (!isCreated) await registrations.create(table(), webhook);
    expect(await listUrls(client_id)).toEqual(['https://app.example/1']);

    const target = { url: 'https://app.example/2', types: ['*'] };
    const change = registrations.changeTarget(faulty(), webhook, target);
    const isChanged = await meetFault(fault, change);
    expect(isChanged ?? false).toBe(isRepaired(fault));
    const current = isChanged ? { ...webhook, ...target } : webhook;
    expect(await listUrls(client_id)).toEqual([current.url]);

    const isDeleted = await meetFault(
      fault,
      registrations.deleteRegistration(faulty(), current),
    );
    expect(isDeleted ?? false).toBe(isRepaired(fault));
    expect(await listUrls(client_id)).toEqual(isDeleted ? [] : [current.url]);
  },
);

it('parallel creations, changes and deletions never count another number', async () => {
  const { client_id } = await newClient();
  const first = buildWebhook(client_id, 'https://app.example/0');
  await registrations.create(table(), first);
  const creations = Array.from({ length: maxWebhooks + 1 }, (_, i) =>
    registrations.create(
      table(),
      buildWebhook(client_id, `https://app.example/${i % 4}`),
    ),
  );
  const target = { url: 'https://app.example/3', types: ['*'] };
  await Promise.all([
    ...creations,
    registrations.changeTarget(table(), first, target),
    registrations.deleteRegistration(table(), first),
  ]);
  const urls = await listUrls(client_id);
  expect(new Set(urls).size).toBe(urls.length);
  expect(urls.length).toBeLessThanOrEqual(maxWebhooks);
});

it('a webhook that is active is not enabled', async () => {
  const webhook = await newWebhook();
  await registrations.create(table(), webhook);
  expect(await registrations.enableWebhook(table(), webhook, now)).toBe(false);
});

it('a webhook that the operator disables meanwhile is neither deleted nor moved', async () => {
  const webhook = await newWebhook();
  const { client_id, id } = webhook;
  await registrations.create(table(), webhook);
  await registrations.disableWebhook(table(), webhook, 'operator', now);
  const target = { url: 'https://other.example/', types: webhook.types };
  expect(await registrations.changeTarget(table(), webhook, target)).toBe(false);
  expect(await registrations.deleteRegistration(table(), webhook)).toBe(false);
  expect(await webhooks.find(table(), client_id, id)).toMatchObject({ url: webhook.url });
});

it('a webhook that the operator disables meanwhile is not enabled', async () => {
  const webhook = await newWebhook();
  const { client_id, id } = webhook;
  await registrations.create(table(), webhook);
  const failing = await registrations.disableWebhook(table(), webhook, 'failing', now);
  await registrations.disableWebhook(table(), webhook, 'operator', now);
  const enabled = failing && registrations.enableWebhook(table(), failing, now);
  expect(await enabled).toBe(false);
  expect(await webhooks.find(table(), client_id, id)).toMatchObject({
    state: 'disabled',
    disabled_reason: 'operator',
  });
});
