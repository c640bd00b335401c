import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EventRow } from '#functions/account/event/event.store.ts';
import { createWebhookFinder } from '#functions/account/webhook/any-webhook.store.ts';
import { webhookKeys } from '#functions/account/webhook/webhook.keys.ts';
import { revokeAllOfUserAndClient } from '#functions/auth/grant/revocation.store.ts';
import { porridge } from '#kit/diary.ts';
import { soup } from '#kit/event-log.ts';
import {
  getIdentityHeaders,
  issueClientToken,
  issueUserToken,
  newClient,
  newUser,
  table,
} from '#kit/fixtures.ts';
import { listMail } from '#kit/inbox.ts';
import { startOwnService } from '#kit/own-service.ts';
import { send } from '#kit/send.ts';
import { returnChallenge, startWebhookReceiver } from '#kit/webhook-receiver.ts';
import { findLastRow } from '#kit/webhooks.ts';
import { openLocalTable } from '#lib/admin/target.ts';
import type { LocalService } from '#lib/local/service.ts';
import { newMeter } from '#shared/runtime/log.ts';
import { exists } from '#shared/table/condition.ts';
import { openTable } from '#shared/table/table.ts';

let service: LocalService;
beforeAll(async () => {
  service = await startOwnService();
  openLocalTable(service.environment);
});
afterAll(() => service.close());

const contact = 'developer@example.com';

/** Adds an entry to the diary of the user of a token, and returns the status. */
async function addEntryOf(token: string): Promise<number> {
  const { status } = await send(service.urls, 'POST', '/v2/diary', {
    host: 'diary',
    token,
    json: { items: [porridge] },
    headers: getIdentityHeaders(token),
  });
  return status;
}

/** Registers a webhook of a new application, to which a new user grants access. */
async function register() {
  const receiver = await startWebhookReceiver();
  const client = await newClient({ own: true, contact });
  const user = await newUser();
  const token = await issueClientToken(client);
  const userToken = await issueUserToken(user, client);
  const json = { url: receiver.newUrl(), types: ['*'] };
  const created = await send<{ secret: string }>(service.urls, 'POST', '/v7.1/webhook/', {
    token,
    json,
  });
  expect(created.status).toBe(201);
  receiver.received.length = 0;

  const addEntry = () => addEntryOf(userToken);

  /** Lets the service process everything, and returns what the receiver got since. */
  const listNew = async () => {
    // The write becomes an event, which is a write, too.
    for (let count = 0; count < 4; count += 1) await service.drainQueues();
    const verifier = new Verifier(created.body.secret);
    return receiver.received.splice(0).map(({ body, headers }) => {
      const signed = Object.entries(headers).map(([name, value]) => [
        name,
        String(value),
      ]);
      return verifier.verify(body, Object.fromEntries(signed));
    });
  };
  return { receiver, client, user, userToken, addEntry, listNew };
}

/** Returns what a function finds at a time, in seconds, and its store calls. */
async function findAt(find: ReturnType<typeof createWebhookFinder>, seconds: number) {
  const meter = newMeter();
  const isFound = await find(openTable(meter), new Date(seconds * 1000));
  return [isFound, meter.readings().store_calls];
}

it('an entry is sent nowhere as long as no application has a webhook', async () => {
  const user = await newUser();
  await addEntryOf(await issueUserToken(user, await newClient()));
  await service.drainQueues();
  const row = await table().get<EventRow>(await findLastRow(user.user_id));
  expect(row).toMatchObject({ no_webhook: true, events: [{ date: porridge.date }] });

  const [find, findLater] = [createWebhookFinder(), createWebhookFinder()];
  expect(await findAt(find, 0)).toEqual([false, 3]);
  expect(await findAt(find, 1)).toEqual([false, 1]);
  expect(await findAt(findLater, 0)).toEqual([false, 3]);
  await register();
  expect(await findAt(find, 2)).toEqual([true, 3]);
  expect(await findAt(find, 3)).toEqual([true, 0]);

  // Release 0.6.0 notes no newest webhook.
  await table().delete(webhookKeys.newestWebhook(), exists);
  expect(await findAt(findLater, 599)).toEqual([false, 1]);
  expect(await findAt(findLater, 600)).toEqual([true, 3]);
});

it('an entry of the diary reaches the webhook of an application, signed', async () => {
  const { user, userToken, addEntry, listNew } = await register();
  expect(await addEntry()).toBe(201);
  const [event, ...others] = await listNew();
  expect(others).toEqual([]);
  expect(event).toMatchObject({
    type: 'diary_entry.created',
    data: { user_id: user.user_id, date: porridge.date },
  });
  const { data } = event as { data: { resource: { id: string } } };
  const path = `/v2/diary/${data.resource.id}`;
  const found = await send(service.urls, 'GET', path, {
    host: 'diary',
    token: userToken,
    headers: getIdentityHeaders(userToken),
  });
  expect(found.status).toBe(200);
});

it('what a receiver has refused comes again, and the end of the access', async () => {
  const { receiver, client, user, addEntry, listNew } = await register();
  receiver.respond = () => ({ status: 500 });
  await addEntry();
  expect(await listNew()).toHaveLength(1);
  receiver.respond = returnChallenge;
  service.clock.advance(60);
  await service.runSchedules();
  expect(await listNew()).toMatchObject([{ type: 'diary_entry.created' }]);

  const { user_id } = user;
  const now = new Date(service.clock.now());
  await revokeAllOfUserAndClient(table(), user_id, client.client_id, now);
  await addEntry();
  expect(await listNew()).toMatchObject([{ type: 'user.revoked', data: { user_id } }]);
});

it('the developer gets a mail when the receiver is gone', async () => {
  const { receiver, addEntry, listNew } = await register();
  receiver.respond = () => ({ status: 410 });
  await addEntry();
  await listNew();
  await addEntry();
  expect(await listNew()).toEqual([]);
  const [mail, ...others] = await listMail(service, contact);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('Webhook disabled: its receiver is gone');
});

interface Event {
  type: string;
  resource: { type: string; id: string };
  date?: string;
  previous_date?: string;
}

it('the changes of a diary are events of the log, in order and once', async () => {
  const token = await issueUserToken(await newUser());
  const options = { host: 'diary', token, headers: getIdentityHeaders(token) } as const;
  const change = (method: string, path: string, json?: object) =>
    send<{ items: { id: string }[] }>(service.urls, method, `/v2/diary${path}`, {
      ...options,
      json,
    });
  /** Waits until the stream is read, and lists all events. */
  const listEvents = async () => {
    await service.drainQueues();
    const path = '/v7.1/changes/';
    const { body } = await send<{ items: Event[] }>(service.urls, 'GET', path, { token });
    return body.items;
  };
  const { body } = await change('POST', '', { items: [soup, soup] });
  const [first = '', second = ''] = body.items.map(({ id }) => id).sort();
  expect(await listEvents()).toMatchObject([
    { type: 'diary_entry.created', resource: { id: first } },
    { type: 'diary_entry.created', resource: { id: second } },
  ]);
  await change('PATCH', `/${first}`, { date: '2026-11-23' });
  await change('DELETE', `/${second}`);
  await change('DELETE', `/${first}`);
  const [, , moved, ...deleted] = await listEvents();
  expect(moved).toMatchObject({
    type: 'diary_entry.updated',
    date: '2026-11-23',
    previous_date: '2026-11-20',
  });
  expect(deleted).toMatchObject([
    { type: 'diary_entry.deleted', resource: { id: second } },
    { type: 'diary_entry.deleted', resource: { id: first } },
  ]);
});
