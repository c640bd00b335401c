import { beforeEach, describe, expect, it, vi } from 'vitest';
import { callHandler } from '#kit/call-handler.ts';
import { issueClientToken, newClient, newUserToken, table } from '#kit/fixtures.ts';
import { consumeAttemptsOfDay } from '#kit/rate-limits.ts';
import {
  returnChallenge,
  startWebhookReceiver,
  type WebhookReceiver,
} from '#kit/webhook-receiver.ts';
import { addFailedDeliveries } from '#kit/webhooks.ts';
import { openDataKeys } from '#shared/encryption/data-keys.ts';
import { signWebhook } from '#shared/outgoing/sign-webhook.ts';
import type { Table } from '#shared/table/table.ts';
import { listDeliveries } from './delivery.store.ts';
import { challengesOfDay } from './register-webhook.ts';
import * as registrations from './registration.store.ts';
import * as webhooks from './webhook.store.ts';
import { maxWebhooks } from './webhook.ts';

interface WebhookBody {
  url: string;
  types: string[];
  state: string;
  disabled_reason: string | null;
  secret: string;
  _links: { self: [{ href: string; id: string }]; deliveries: [{ href: string }] };
}

interface WebhookList {
  _embedded: { webhooks: [WebhookBody] };
}

const path = '/v7.1/webhook/';

const types = ['diary_entry.*'];

let receiver: WebhookReceiver;
beforeEach(async () => {
  receiver = await startWebhookReceiver();
});

/** Registers an application. Returns its id, and functions that send requests with its token. */
async function newApplication() {
  const client = await newClient();
  const token = await issueClientToken(client);
  const send = <Body = WebhookBody>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    to: string,
    json?: object,
  ) => callHandler<Body>(method, to, json ? { token, json } : { token });
  const create = (json: object = { url: receiver.newUrl(), types }) =>
    send('POST', path, json);
  return { client_id: client.client_id, token, send, create };
}

/** Registers an application with a webhook. */
async function newWebhook() {
  const application = await newApplication();
  const { body } = await application.create();
  const [{ href, id }] = body._links.self;
  const find = async () => {
    const webhook = await webhooks.find(table(), application.client_id, id);
    if (!webhook) throw new Error('The webhook does not exist.');
    return webhook;
  };
  return { ...application, ...body, href, id, find };
}

describe('a new webhook', () => {
  it('must return a challenge that its secret has signed', async () => {
    const { create } = await newApplication();
    const { status, headers, body } = await create();
    expect([status, headers.get('location')]).toEqual([201, body._links.self[0].href]);
    expect(body).toMatchObject({ types, state: 'active' });

    const [challenge] = receiver.received;
    const sent = JSON.parse(challenge?.body ?? '');
    expect(sent).toMatchObject({ type: 'webhook.challenge' });
    const { 'webhook-id': id, 'webhook-timestamp': seconds } = challenge?.headers ?? {};
    const sentAt = new Date(Number(seconds) * 1000);
    const signed = signWebhook(String(id), sentAt, challenge?.body ?? '', [body.secret]);
    expect(challenge?.headers).toMatchObject(signed);
  });

  it('is one of a hundred challenges that an application can ask for in a day', async () => {
    const { create, client_id } = await newApplication();
    await consumeAttemptsOfDay(['webhook_challenge', client_id], challengesOfDay - 1);
    expect((await create()).status).toBe(201);
    expect((await create()).status).toBe(429);
    expect(receiver.received).toHaveLength(1);
  });

  it('is shown without its secret from then on', async () => {
    const { send, href, secret, ...created } = await newWebhook();
    const { body } = await send('GET', href);
    expect(body).toMatchObject({ url: created.url, types, state: 'active' });
    expect(body).not.toHaveProperty('secret');
    const list = await send<{ total_count: number }>('GET', path);
    expect(list.body).toMatchObject({
      total_count: 1,
      _embedded: { webhooks: [body] },
    });
  });

  it.each([
    { name: 'another status', status: 404, body: 'private words', problem: 'status 404' },
    { name: 'another body', status: 200, body: '"private words"', problem: 'body' },
    { name: 'a redirect', status: 301, body: 'private words', problem: 'status 301' },
    {
      name: 'another challenge',
      status: 200,
      body: '{"challenge":"private words"}',
      problem: 'body',
    },
  ])('is refused for $name, without what the receiver sent', async (response) => {
    const { create, send } = await newApplication();
    receiver.respond = () => response;
    const { status, text } = await create();
    expect([status, text]).toEqual([400, expect.stringContaining(response.problem)]);
    expect(text).not.toContain('private words');
    expect((await send('GET', path)).body).toMatchObject({ total_count: 0 });
  });

  it.each([
    'http://app.example/events',
    'https://10.0.0.1/events',
    'https://[::ffff:10.0.0.1]/events',
    'https://user:password@app.example/',
    '/events',
  ])('cannot have the URL %s', async (url) => {
    const { create } = await newApplication();
    const { status, text } = await create({ url, types });
    expect([status, text]).toEqual([400, expect.stringContaining('url')]);
    expect(receiver.received).toEqual([]);
  });

  it.each([[], ['diary_entry'], ['diary_entry.eaten'], ['*.created'], ['user.*', 'x']])(
    'cannot select %j',
    async (...selected) => {
      const { create } = await newApplication();
      const { status } = await create({ url: receiver.newUrl(), types: selected });
      expect(status).toBe(400);
    },
  );

  it('cannot have the address and the types of another one, in any order', async () => {
    const { create } = await newApplication();
    const url = receiver.newUrl();
    const target = { url, types: ['diary_entry.*', 'user.erased'] };
    expect((await create(target)).status).toBe(201);
    const same = { url, types: ['user.erased', 'diary_entry.*', 'user.erased'] };
    expect((await create(same)).status).toBe(409);
    expect((await create({ url, types: ['*'] })).status).toBe(201);
    const other = await newApplication();
    expect((await other.create(target)).status).toBe(201);
  });

  it('is one of at most five, which parallel requests do not exceed', async () => {
    const { create, send } = await newApplication();
    const requests = Array.from({ length: maxWebhooks + 2 }, () => create());
    const statuses = (await Promise.all(requests)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(maxWebhooks);
    expect(statuses.filter((status) => status === 400)).toHaveLength(2);
    const { body } = await send<WebhookList>('GET', path);
    expect(body).toMatchObject({ total_count: maxWebhooks });
    const [{ _links }] = body._embedded.webhooks;
    const changed = await send('PUT', _links.self[0].href, { types: ['*'] });
    expect(changed.status).toBe(200);
  });
});

describe('an update of a webhook', () => {
  it('proves control of a new address, and frees the old one', async () => {
    const { send, create, href, url } = await newWebhook();
    const next = receiver.newUrl();
    receiver.respond = () => ({ status: 200 });
    expect((await send('PUT', href, { url: next })).status).toBe(400);
    receiver.respond = returnChallenge;
    const { status, body } = await send('PUT', href, { url: next });
    expect([status, body]).toEqual([200, expect.objectContaining({ url: next, types })]);
    expect((await create({ url, types })).status).toBe(201);
    expect((await create({ url: next, types })).status).toBe(409);
  });

  it('selects other types without a challenge', async () => {
    const { send, href } = await newWebhook();
    const { length } = receiver.received;
    const { body } = await send('PUT', href, { types: ['user.erased', '*'] });
    expect(body).toMatchObject({ types: ['*', 'user.erased'] });
    expect(receiver.received).toHaveLength(length);
  });

  it('cannot make it equal to another one', async () => {
    const { send, create, href, url } = await newWebhook();
    await create({ url, types: ['*'] });
    expect((await send('PUT', href, { types: ['*'] })).status).toBe(409);
  });

  it('disables it, and enables it again', async () => {
    const { send, href, find } = await newWebhook();
    const disabled = await send('PUT', href, { state: 'disabled' });
    expect(disabled.body).toMatchObject({
      state: 'disabled',
      disabled_reason: 'application',
    });
    const enabled = await send('PUT', href, { state: 'active' });
    expect(enabled.body).toMatchObject({ state: 'active', disabled_reason: null });
    expect(await find()).not.toHaveProperty('disabled_datetime');
  });

  it('does not enable what the operator has disabled', async () => {
    const { send, href, find } = await newWebhook();
    await registrations.disableWebhook(table(), await find(), 'operator', new Date());
    await send('PUT', href, { state: 'disabled' });
    const { status, text } = await send('PUT', href, { state: 'active' });
    expect(status).toBe(409);
    expect(text).toContain('the operator has disabled the webhook');
    expect(await find()).toMatchObject({ disabled_reason: 'operator' });
  });

  it('neither deletes nor moves what the operator has disabled, so its place stays taken', async () => {
    const { send, href, find, create, url } = await newWebhook();
    await registrations.disableWebhook(table(), await find(), 'operator', new Date());
    expect((await send('DELETE', href)).status).toBe(409);
    expect((await send('PUT', href, { types: ['user.erased'] })).status).toBe(409);
    expect(await find()).toMatchObject({ url, disabled_reason: 'operator' });
    const { types } = await find();
    expect((await create({ url, types })).status).toBe(409);
  });

  it('moves none to the address of one that the operator has disabled, nor creates one there', async () => {
    const { send, find, create, url } = await newWebhook();
    const other = (await create()).body;
    const atAddress = (await create({ url, types: ['*'] })).body;
    await registrations.disableWebhook(table(), await find(), 'operator', new Date());
    const { length } = receiver.received;

    const target = { url: `${url}?x`, types: ['user.erased'] };
    const [otherHref, hrefAtAddress] = [other, atAddress].map(
      ({ _links }) => _links.self[0].href,
    );
    const refused = [
      await create(target),
      await create({ url, types: ['user.erased'] }),
      await send('PUT', otherHref ?? '', target),
      await send('PUT', hrefAtAddress ?? '', { types: ['user.erased'] }),
    ];
    for (const { status, text } of refused)
      expect([status, text]).toEqual([
        409,
        expect.stringContaining('the operator has disabled the webhook at this address'),
      ]);
    expect(receiver.received).toHaveLength(length);

    const away = { url: receiver.newUrl() };
    expect((await send('PUT', hrefAtAddress ?? '', away)).status).toBe(200);
    const application = await newApplication();
    expect((await application.create(target)).status).toBe(201);
  });
});

it('a rotated secret signs together with the one before for 24 hours', async () => {
  const { send, href, find, secret: first } = await newWebhook();
  const hours = (count: number) => new Date(Date.now() + count * 3_600_000);
  const listSecrets = async (at: Date) =>
    webhooks.decryptSecrets(await find(), openDataKeys(), at);

  const { body } = await send('POST', `${href}secret/`);
  const second = body.secret;
  expect(await listSecrets(hours(23))).toEqual([second, first]);
  expect(await listSecrets(hours(25))).toEqual([second]);
  const { secret: third } = (await send('POST', `${href}secret/`)).body;
  expect(await listSecrets(hours(0))).toEqual([third, second]);
});

it('a deleted webhook is gone, and its place is free', async () => {
  const { send, create, href, url } = await newWebhook();
  expect((await send('DELETE', href)).status).toBe(204);
  expect((await send('GET', href)).status).toBe(404);
  expect((await send('DELETE', href)).status).toBe(404);
  expect((await create({ url, types })).status).toBe(201);
});

it('a webhook is that of its application alone', async () => {
  const { href, id } = await newWebhook();
  const { send } = await newApplication();
  const requests = [
    ['GET', href],
    ['PUT', href, {}],
    ['DELETE', href],
    ['POST', `${href}secret/`],
    ['GET', `${href}delivery/`],
    ['POST', `${href}resend/`, { since: new Date().toISOString() }],
  ] as const;
  for (const [method, to, json] of requests) {
    const foreign = await send(method, to, json);
    const unknown = await send(method, to.replace(id, 'unknown'), json);
    expect(foreign.status).toBe(404);
    const omitId = (text: string) => text.replace(/"request_id":"[^"]+"/, '');
    expect(omitId(foreign.text.replaceAll(id, 'unknown'))).toBe(omitId(unknown.text));
  }
});

it('webhooks are closed to tokens of users', async () => {
  const token = await newUserToken();
  const { status, text } = await callHandler('GET', path, { token });
  expect([status, text]).toEqual([403, expect.stringContaining('client credentials')]);
});

describe('the deliveries of a webhook', () => {
  interface DeliveryPage {
    _links: { next?: [{ href: string }] };
    _embedded: { deliveries: { id: string }[] };
  }

  it('are listed in pages, the newest first', async () => {
    const webhook = await newWebhook();
    const added = await addFailedDeliveries(webhook, 5);
    const found: string[] = [];
    let next: string | undefined = `${webhook.href}delivery/?limit=2`;
    const pages: number[] = [];
    while (next !== undefined) {
      const page: DeliveryPage = (await webhook.send<DeliveryPage>('GET', next)).body;
      const { deliveries } = page._embedded;
      found.push(...deliveries.map(({ id }) => id));
      pages.push(deliveries.length);
      next = page._links.next?.[0].href;
    }
    expect(found).toEqual(added.map(({ id }) => id).toReversed());
    expect(pages).toEqual([2, 2, 1]);
  });

  it('are none before their beginning, and no key is empty', async () => {
    const queryPage = vi.fn<(page: object) => Promise<never[]>>().mockResolvedValue([]);
    const store = { ...table(), queryPage } as Table<'getEach' | 'query'>;
    for (const cursor of [undefined, '!'])
      await listDeliveries(store, 'x', { cursor, limit: 2 });
    expect(queryPage.mock.calls).toMatchObject([
      [{ from: 'done#', to: '~' }],
      [{ from: 'done#', to: 'done#' }],
    ]);
  });

  it('show how each try ended', async () => {
    const webhook = await newWebhook();
    await addFailedDeliveries(webhook, 1);
    const { body } = await webhook.send<DeliveryPage>('GET', `${webhook.href}delivery/`);
    expect(body._embedded.deliveries).toMatchObject([
      {
        state: 'pending',
        tries: [{ outcome: 'status', status: 500, duration_ms: 120 }],
      },
    ]);
  });

  it('link to their webhook, in the version of the request', async () => {
    const webhook = await newWebhook();
    await addFailedDeliveries(webhook, 1);
    const list = `/v7.0/webhook/${webhook.id}/delivery/`;
    const { body } = await webhook.send<DeliveryPage>('GET', list);
    const href = `/v7.0/webhook/${webhook.id}/`;
    expect(body._embedded.deliveries).toMatchObject([
      { _links: { webhook: [{ href, id: webhook.id }] } },
    ]);
    expect((await webhook.send('GET', href)).status).toBe(200);
  });

  it('are sent again on request, one or all since a time', async () => {
    const webhook = await newWebhook();
    const [delivery] = await addFailedDeliveries(webhook, 1);
    const resend = (json: object) =>
      webhook.send('POST', `${webhook.href}resend/`, json).then(({ status }) => status);
    expect(await resend({ delivery_id: delivery?.id })).toBe(202);
    expect(await resend({ delivery_id: 'evt_2_unknown' })).toBe(404);
    const since = '2026-11-20T10:30:00+01:00';
    expect(await resend({ since })).toBe(202);
    expect(await resend({ since })).toBe(429);
    for (const json of [{}, { since, delivery_id: 'x' }, { since: 'yesterday' }])
      expect(await resend(json)).toBe(400);
    await webhook.send('PUT', webhook.href, { state: 'disabled' });
    expect(await resend({ delivery_id: delivery?.id })).toBe(400);
  });
});
