import { beforeEach, describe, expect, inject, it } from 'vitest';
import { listDeliveries } from '#functions/account/webhook/delivery.store.ts';
import * as registrations from '#functions/account/webhook/registration.store.ts';
import * as webhooks from '#functions/account/webhook/webhook.store.ts';
import { maxWebhooks, type Webhook } from '#functions/account/webhook/webhook.ts';
import * as clients from '#functions/auth/client/client.store.ts';
import { callHandler } from '#kit/call-handler.ts';
import { newOwnClient, newPerson, table } from '#kit/fixtures.ts';
import { findHidden, listInvalidFields, newTestBrowser } from '#kit/test-browser.ts';
import { startWebhookReceiver, type WebhookReceiver } from '#kit/webhook-receiver.ts';
import { addFailedDeliveries, addWebhook } from '#kit/webhooks.ts';
import { openDataKeys } from '#shared/encryption/data-keys.ts';
import { newId } from '#shared/runtime/ids.ts';

const { urls } = inject('service');
const portalUrl = `${urls.auth}/v7.1/oauth2/account/portal/`;

let receiver: WebhookReceiver;
beforeEach(async () => {
  receiver = await startWebhookReceiver();
});

/** Opens a browser in which the owner of a new application is signed in. */
async function openApplication() {
  const person = await newPerson();
  const { client_id: id } = await newOwnClient(person.user_id);
  const browser = newTestBrowser(callHandler, urls.auth);
  await browser.signIn(person);
  const url = `${portalUrl}?id=${id}`;
  const newUrl = `${portalUrl}webhook/?id=${id}`;
  const toUrl = (webhook: string) => `${newUrl}&webhook=${webhook}`;
  return {
    id,
    person,
    browser,
    url,
    newUrl,
    toUrl,
    list: () => webhooks.listOfClient(table(), id),
    /** Submits the form for a further webhook. */
    create: async (fields: Record<string, string>) => {
      await browser.open(newUrl);
      return browser.submit({ id, action: 'create', ...fields });
    },
    /** Submits a form of the page of a webhook. */
    change: async (
      webhook: string,
      action: string,
      fields: Record<string, string> = {},
    ) => {
      await browser.open(toUrl(webhook));
      return browser.submit({ id, webhook, action, ...fields });
    },
  };
}

/** Opens the browser of an owner whose application has a webhook. */
async function openWebhook(members: Partial<Webhook> = {}) {
  const application = await openApplication();
  const url = receiver.newUrl();
  await application.create({ url, 'diary_entry.*': 'yes' });
  const [created] = await application.list();
  if (!created) throw new Error('There is no webhook.');
  const find = async () => {
    const webhook = await webhooks.find(table(), application.id, created.id);
    if (!webhook) throw new Error('The webhook is gone.');
    return webhook;
  };
  return { ...application, ...members, target: url, webhook: created.id, find };
}

const findShownSecret = (text: string) => /<code>(whsec_[^<]+)<\/code>/.exec(text)?.[1];

describe('a webhook that an owner adds', () => {
  it('answers a challenge, and shows its secret once', async () => {
    const { create, list, toUrl, browser } = await openApplication();
    const url = receiver.newUrl();
    const page = await create({ url: ` ${url}#part `, '*': 'yes', 'user.erased': 'yes' });
    expect(page.status).toBe(200);
    expect(page.text).toContain('The webhook is added.');
    const [webhook] = await list();
    expect(webhook).toMatchObject({ url, types: ['*', 'user.erased'], state: 'active' });
    if (!webhook) return;
    const secret = findShownSecret(page.text) ?? '';
    const stored = await webhooks.decryptSecrets(webhook, openDataKeys(), new Date());
    expect(stored).toEqual([secret]);
    const { text } = await browser.open(toUrl(webhook.id));
    expect(text).toContain(url);
    expect(text).not.toContain(secret);
  });

  it.each([
    ['/events', 'Enter the whole address'],
    ['http://app.example/events', 'must begin with https'],
    ['https://me:pw@app.example/', 'no user name'],
    ['https://10.0.0.1/', 'not of a private network'],
    ['', 'at most 1,000 characters'],
    [`https://app.example/${'x'.repeat(1000)}`, 'at most 1,000 characters'],
  ])('cannot have the address %s', async (url, problem) => {
    const { create, list } = await openApplication();
    const page = await create({ url, '*': 'yes' });
    expect(page.status).toBe(400);
    expect(listInvalidFields(page)).toEqual(['url']);
    expect(page.text).toContain(problem);
    expect(page.text).toContain(`value="${url}"`);
    expect(await list()).toEqual([]);
  });

  it('needs events, and a receiver that returns the challenge', async () => {
    const { create, list } = await openApplication();
    const url = receiver.newUrl();
    const none = await create({ url });
    expect([none.status, none.text]).toEqual([
      400,
      expect.stringContaining('Choose what is sent.'),
    ]);
    receiver.respond = () => ({ status: 404, body: 'private words' });
    const refused = await create({ url, '*': 'yes' });
    expect(listInvalidFields(refused)).toEqual(['url']);
    expect(refused.text).toContain('Status 404.');
    expect(refused.text).not.toContain('private words');
    receiver.respond = () => ({ status: 200, body: '{}' });
    expect((await create({ url, '*': 'yes' })).text).toContain('another text');
    expect(await list()).toEqual([]);
  });

  it('is one of five, and has a target of its own', async () => {
    const { create, list, id, browser, newUrl } = await openApplication();
    const url = receiver.newUrl();
    await create({ url, '*': 'yes' });
    const same = await create({ url, '*': 'yes' });
    expect(same.text).toContain('has a webhook with this address');
    for (let count = 2; count < maxWebhooks; count += 1)
      await create({ url: receiver.newUrl(), '*': 'yes' });
    await browser.open(newUrl);
    const [first] = await list();
    if (!first) throw new Error('There is no webhook.');
    const { client_id, types, secret, created_datetime } = first;
    const last = { client_id, types, secret, created_datetime, failures: 0, wakes: 0 };
    const place = {
      id: newId(new Date()),
      url: receiver.newUrl(),
      state: 'active',
    } as const;
    expect(await registrations.create(table(), { ...last, ...place })).toBe(true);
    const fields = { id, action: 'create', url: receiver.newUrl(), '*': 'yes' };
    const sixth = await browser.submit(fields);
    expect(sixth.status).toBe(400);
    const { text } = await browser.open(newUrl);
    for (const page of [sixth.text, text])
      expect(page).toContain('has 5 webhooks, which is the most');
    expect(text).not.toContain('value="create"');
    expect(await list()).toHaveLength(maxWebhooks);
  });
});

describe('the page of a webhook', () => {
  it('changes its target', async () => {
    const { webhook, change, find, target } = await openWebhook();
    const url = receiver.newUrl();
    const saved = await change(webhook, 'update', { url, 'user.*': 'yes' });
    expect(saved.text).toContain('Saved.');
    expect(await find()).toMatchObject({ url, types: ['user.*'] });
    receiver.respond = () => ({ status: 500 });
    const values = { url: target, '*': 'yes' };
    const refused = await change(webhook, 'update', values);
    expect(refused.status).toBe(400);
    expect(listInvalidFields(refused)).toEqual(['url']);
    expect(refused.text).toContain(`value="${target}"`);
    expect(await find()).toMatchObject({ url });
  });

  it('gives it a new secret', async () => {
    const { webhook, change, find } = await openWebhook();
    const page = await change(webhook, 'rotate');
    const secrets = await webhooks.decryptSecrets(
      await find(),
      openDataKeys(),
      new Date(),
    );
    expect(secrets).toHaveLength(2);
    expect(findShownSecret(page.text)).toBe(secrets[0]);
    expect(page.text).toContain('Earlier secret signs until');
  });

  it('gives it one new secret if the form is sent again', async () => {
    const { id, webhook, browser, toUrl, find } = await openWebhook();
    const secret_until = findHidden(await browser.open(toUrl(webhook)), 'secret_until');
    const rotate = () => browser.submit({ id, webhook, action: 'rotate', secret_until });
    const list = async () =>
      webhooks.decryptSecrets(await find(), openDataKeys(), new Date());
    const [original] = await list();
    const pages = await Promise.all([rotate(), rotate()]);
    const repeated = await rotate();
    const shown = [...pages, repeated].flatMap(({ text }) => findShownSecret(text) ?? []);
    expect(await list()).toEqual([...shown, original]);
    expect(repeated.text).toContain('There is a new secret since you have');
  });

  it('disables it, enables it, and deletes it', async () => {
    const { webhook, change, find, list } = await openWebhook();
    const disabled = await change(webhook, 'disable');
    expect(disabled.text).toContain('The webhook is disabled.');
    expect(await find()).toMatchObject({ disabled_reason: 'application' });
    expect(disabled.text).not.toContain('value="resend_since"');
    const refused = await change(webhook, 'resend_since');
    expect(refused.text).toContain('Enable it first.');
    const enabled = await change(webhook, 'enable');
    expect(enabled.text).toContain('The webhook is enabled.');
    expect(await find()).toMatchObject({ state: 'active' });
    const deleted = await change(webhook, 'delete');
    expect(deleted.text).toContain('The webhook is deleted.');
    expect(await list()).toEqual([]);
  });

  it('does not enable what the operator has disabled', async () => {
    const { webhook, change, find } = await openWebhook();
    await registrations.disableWebhook(table(), await find(), 'operator', new Date());
    const page = await change(webhook, 'enable');
    expect(page.text).toContain(
      'Only the operator can enable it, and it stays until then.',
    );
    for (const action of ['enable', 'delete', 'update'])
      expect(page.text).not.toContain(`value="${action}"`);
    const { text } = await change(webhook, 'delete');
    expect(text).toContain('Only the operator can enable it, and it stays until then.');
    expect(await find()).toMatchObject({ disabled_reason: 'operator' });
  });

  it('adds none at the address of one that the operator has disabled', async () => {
    const { create, find, list, target } = await openWebhook();
    await registrations.disableWebhook(table(), await find(), 'operator', new Date());
    const { status, text } = await create({ url: `${target}?x`, '*': 'yes' });
    expect(status).toBe(400);
    expect(text).toContain('The operator has disabled the webhook with this address.');
    expect(await list()).toHaveLength(1);
  });

  it.each([
    ['gone', 'answered with status 410'],
    ['failing', 'accepted nothing for 5 days'],
  ] as const)('says why it is disabled: %s', async (reason, text) => {
    const { webhook, find, browser, toUrl } = await openWebhook();
    await registrations.disableWebhook(table(), await find(), reason, new Date());
    const page = await browser.open(toUrl(webhook));
    expect(page.text).toContain(text);
    expect(page.text).toContain('value="enable"');
  });

  it('looks the same for one of another application, and for none', async () => {
    const own = await openWebhook();
    const other = await openWebhook();
    const second = await newOwnClient(own.person.user_id);
    const foreign = await addWebhook(second.client_id);
    const submit = async (fields: Record<string, string>) => {
      await own.browser.open(own.toUrl(own.webhook));
      return own.browser.submit({ id: own.id, ...fields });
    };
    const ids = [other.webhook, foreign.id, newId(new Date()), 'x'.repeat(2000)];
    for (const id of ids) {
      const shown = await own.browser.open(own.toUrl(id));
      const deleted = await submit({ webhook: id, action: 'delete' });
      expect([shown.status, deleted.status]).toEqual([404, 404]);
      expect(deleted.text).toBe(shown.text);
    }
    const actions = ['update', 'enable', 'disable', 'rotate', 'resend', 'resend_since'];
    for (const action of actions)
      expect((await submit({ webhook: foreign.id, action })).status).toBe(404);
    for (const action of ['delete', 'create']) {
      const fields = { id: other.id, webhook: other.webhook, action };
      expect((await submit(fields)).status).toBe(404);
    }
    expect(await other.find()).toMatchObject({ state: 'active' });
    expect(await other.list()).toHaveLength(1);
  });

  it('belongs to an application that is not disabled', async () => {
    const { id, webhook, browser, toUrl, find } = await openWebhook();
    await browser.open(toUrl(webhook));
    await clients.disable(table(), id, new Date());
    const page = await browser.submit({ id, webhook, action: 'disable' });
    expect(page.text).toContain(
      'Nothing was saved, because the application is disabled.',
    );
    expect(await find()).toMatchObject({ state: 'active' });
  });
});

describe('the deliveries of a webhook', () => {
  it('are shown with their last try, on pages that follow each other', async () => {
    const { webhook, find, browser, toUrl } = await openWebhook();
    const added = await addFailedDeliveries(await find(), 21);
    const first = await browser.open(toUrl(webhook));
    expect(first.text).toContain('Status 500 (try 1)');
    const [, next = ''] = /rel="next" href="([^"]+)"/.exec(first.text) ?? [];
    const second = await browser.open(next.replaceAll('&amp;', '&'));
    const shown = [first, second].map(
      ({ text }) => text.match(/evt_1_\w+<\/code>/g) ?? [],
    );
    expect(shown.map(({ length }) => length)).toEqual([20, 1]);
    expect(new Set(shown.flat()).size).toBe(added.length);
    expect(second.text).toContain('Newest');
  });

  it('are sent again on request, one or all of a time', async () => {
    const { webhook, find, change } = await openWebhook();
    const [added] = await addFailedDeliveries(await find(), 1);
    const { id: delivery = '' } = added ?? {};
    const resent = await change(webhook, 'resend', { delivery });
    expect(resent.text).toContain('It is sent again.');
    const { deliveries } = await listDeliveries(table(), webhook, { limit: 2 });
    expect(deliveries).toMatchObject([{ id: delivery, state: 'pending', tries: 0 }]);
    for (const unknown of ['evt_2_unknown', '', 'x'.repeat(3000)]) {
      const page = await change(webhook, 'resend', { delivery: unknown });
      expect(page.text).toContain('it no longer exists');
    }
    const all = await change(webhook, 'resend_since', { span: 'week' });
    expect(all.text).toContain('sent again in the background');
    expect((await change(webhook, 'resend_since')).text).toContain('in a minute');
  });
});
