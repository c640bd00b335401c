import { describe, expect, inject, it } from 'vitest';
import * as registrations from '#functions/account/webhook/registration.store.ts';
import { webhookKeys } from '#functions/account/webhook/webhook.keys.ts';
import * as webhooks from '#functions/account/webhook/webhook.store.ts';
import type { Webhook } from '#functions/account/webhook/webhook.ts';
import { clientKeys } from '#functions/auth/client/client.keys.ts';
import * as clients from '#functions/auth/client/client.store.ts';
import { hasSecret, maxOwnClients } from '#functions/auth/client/client.ts';
import { rotateClientSecret } from '#functions/auth/client/client-update.store.ts';
import { listOwn } from '#functions/auth/client/own-client.store.ts';
import * as grants from '#functions/auth/grant/grant.store.ts';
import { identityKeys } from '#functions/auth/identity/identity.keys.ts';
import { callHandler } from '#kit/call-handler.ts';
import {
  issueUserToken,
  newClient,
  newOwnClient,
  newPerson,
  type TestPerson,
  table,
} from '#kit/fixtures.ts';
import { createRacingTable } from '#kit/races.ts';
import { findHidden, listInvalidFields, newTestBrowser } from '#kit/test-browser.ts';
import { toServicePrincipal } from '#shared/auth/principal.ts';
import { newId } from '#shared/runtime/ids.ts';
import { exists } from '#shared/table/condition.ts';
import { deleteOwnApplication } from './change-application.ts';

const { urls } = inject('service');
const portalUrl = `${urls.auth}/v7.1/oauth2/account/portal/`;
const toUrl = (client_id: string) => `${portalUrl}?id=${client_id}`;

const registration = {
  action: 'register',
  name: 'Trail maps',
  website: 'https://trails.example/',
  redirect_uri_1: 'https://trails.example/callback',
  redirect_uri_2: 'http://127.0.0.1:8080/callback',
  post_logout_redirect_uri_1: 'https://trails.example/bye',
  'diary.read': 'yes',
};

/** Opens a browser in which a person is signed in. */
async function openPortal() {
  const person = await newPerson();
  const browser = newTestBrowser(callHandler, urls.auth);
  await browser.signIn(person);
  return {
    ...person,
    browser,
    register: async (fields: Record<string, string> = registration) => {
      await browser.open(portalUrl);
      return browser.submit({ action: 'register', ...fields });
    },
    list: () => listOwn(table(), person.user_id),
    /** Opens the page of an application, and submits a form of it. */
    change: async (id: string, fields: Record<string, string>) => {
      await browser.open(toUrl(id));
      return browser.submit({ id, ...fields });
    },
  };
}

const toLogoutUri = (path: string) => `https://trails.example/${path}`;

const findShownSecret = (text: string) => /<code>(fit_cs_\w+)<\/code>/.exec(text)?.[1];

it('every address is entered on phones without a capital, which is refused', async () => {
  const { register, browser, list } = await openPortal();
  const registering = (await browser.open(portalUrl)).text;
  await register();
  const [client] = await list();
  const webhook = (await browser.open(`${portalUrl}webhook/?id=${client?.client_id}`))
    .text;
  const names = Object.keys(registration).filter((name) => /website|uri_1/.test(name));
  for (const name of [...names, 'privacy', 'url']) {
    const [field = name] =
      new RegExp(`<input id="${name}"[^>]*>`).exec(registering + webhook) ?? [];
    expect(field).toContain('autocapitalize="none"');
  }
});

describe('a registered application', () => {
  it('shows its secret once, and works with it', async () => {
    const { user_id, register, list, browser } = await openPortal();
    const page = await register();
    expect(page.status).toBe(200);
    expect(page.headers.get('cache-control')).toBe('no-store');
    const [client] = await list();
    if (!client) throw new Error('There is no application.');
    expect(client).toMatchObject({
      name: 'Trail maps',
      owner_id: user_id,
      client_uri: 'https://trails.example/',
      redirect_uris: [registration.redirect_uri_1, registration.redirect_uri_2],
      post_logout_redirect_uris: [registration.post_logout_redirect_uri_1],
      scopes: ['diary.read'],
      native: false,
    });
    const secret = findShownSecret(page.text) ?? '';
    expect(hasSecret(client, secret, new Date())).toBe(true);
    const { text } = await browser.open(toUrl(client.client_id));
    expect(text).toContain(client.client_id);
    expect(text).toContain('<code>https://trails.example/bye</code>');
    expect(text).toContain('value="https://trails.example/bye"');
    expect(text).not.toContain(secret);
  });

  it('is registered once if its form is sent again, unless the fields have changed', async () => {
    const { browser, list } = await openPortal();
    const key = findHidden(await browser.open(portalUrl), 'key');
    const send = (name: string) => browser.submit({ ...registration, key, name });
    await send('Trail maps');
    await browser.open(portalUrl);
    expect((await send('Trail maps')).text).toContain('is registered already');
    await browser.open(portalUrl);
    await send('Other maps');
    expect((await list()).map(({ name }) => name)).toEqual(['Trail maps', 'Other maps']);
  });

  it('can have no secret, and then a scheme of its own', async () => {
    const { register, list } = await openPortal();
    const redirect_uri_1 = 'com.example.trails:/callback';
    const refused = await register({ ...registration, redirect_uri_1 });
    expect(listInvalidFields(refused)).toEqual(['redirect_uri_1']);
    const fields = { ...registration, redirect_uri_1, kind: 'public' };
    const page = await register(fields);
    expect(findShownSecret(page.text)).toBeUndefined();
    const [client] = await list();
    expect(client).toMatchObject({ public: true, native: true, pkce_required: true });
  });

  it('is shown with its name as text, whatever the name is', async () => {
    const { register, list, browser } = await openPortal();
    const name = '<script>alert("1")</script>';
    await register({ ...registration, name });
    const [{ client_id = '' } = {}] = await list();
    for (const url of [portalUrl, toUrl(client_id)]) {
      const { text } = await browser.open(url);
      expect(text).not.toContain('<script');
      expect(text).toContain('&lt;script&gt;');
    }
  });

  it('is registered only without problems, each of which its field names', async () => {
    const { register, list } = await openPortal();
    const page = await register({
      name: '\u200b',
      website: 'http://trails.example/',
      redirect_uri_1: 'https://trails.example/#',
      redirect_uri_2: 'https://*.trails.example/',
      redirect_uri_3: 'https://me@trails.example/',
      redirect_uri_4: 'https://trails.example/?code=1',
      redirect_uri_5: 'http://trails.example/',
      redirect_uri_6: 'https://trails.example/a/../b',
      redirect_uri_7: 'javascript:alert(1)',
      redirect_uri_8: '/callback',
      redirect_uri_9: `https://trails.example/${'x'.repeat(500)}`,
      redirect_uri_10: 'https://trails.example/fine',
      post_logout_redirect_uri_1: 'http://trails.example/bye',
      post_logout_redirect_uri_2: 'https://trails.example/bye',
    });
    expect(page.status).toBe(400);
    const bad = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => `redirect_uri_${number}`);
    expect(listInvalidFields(page)).toEqual(
      expect.arrayContaining(['name', 'website', ...bad, 'post_logout_redirect_uri_1']),
    );
    for (const field of ['redirect_uri_10', 'post_logout_redirect_uri_2'])
      expect(listInvalidFields(page)).not.toContain(field);
    expect(page.text).toContain('as browsers write it: https://trails.example/b');
    const problem = 'id="scope-problem">Choose what the application may ask for.';
    expect(page.text).toContain(problem);
    expect(page.text).toContain('aria-invalid="true" aria-describedby="scope-problem"');
    expect(await list()).toEqual([]);
  });

  it('needs a redirect URI, and a form of our own page', async () => {
    const { register, list, browser } = await openPortal();
    const page = await register({ name: 'Trail maps', 'diary.read': 'yes' });
    expect(listInvalidFields(page)).toEqual(['redirect_uri_1']);
    await browser.open(portalUrl);
    const forged = await browser.submit({ ...registration, form_token: 'x' });
    await browser.open(portalUrl);
    const foreign = await browser.submit(registration, {
      Origin: 'https://evil.example',
    });
    expect([forged.status, foreign.status]).toEqual([403, 403]);
    expect(await list()).toEqual([]);
  });

  it('is none of a person whose address only the operator has entered', async () => {
    const { user_id, list, browser } = await openPortal();
    await browser.open(portalUrl);
    const change = { set: { unconfirmed_email: true } };
    await table().update(identityKeys.user(user_id), change, exists);
    const page = await browser.submit(registration);
    expect(page.status).toBe(400);
    expect(page.text).toContain('purpose=password_reset');
    expect(page.text).not.toContain('redirect_uri_1');
    expect(await list()).toEqual([]);
  });
});

describe('the limit of applications', () => {
  it('gives the last place to one of several parallel requests', async () => {
    const { user_id, browser, list, change } = await openPortal();
    await browser.open(portalUrl);
    for (let count = 1; count < maxOwnClients; count += 1) await newOwnClient(user_id);
    const pages = await Promise.all([1, 2, 3].map(() => browser.submit(registration)));
    expect(pages.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    const own = await list();
    expect(own).toHaveLength(maxOwnClients);
    expect((await browser.open(portalUrl)).text).toContain('Delete one to register');

    const [{ client_id = '' } = {}] = own;
    await change(client_id, { action: 'delete' });
    await browser.open(portalUrl);
    expect((await browser.submit(registration)).status).toBe(200);
  });
});

describe('the page of an application', () => {
  it('looks the same for one of another person, of the operator, and for none', async () => {
    const { user_id, browser } = await openPortal();
    const own = await newOwnClient(user_id);
    const other = await newOwnClient((await newPerson()).user_id);
    const operators = await newClient();
    const ids = [other.client_id, operators.client_id, newId(new Date()), 'x'];
    for (const id of ids) {
      const pages = [await browser.open(toUrl(id))];
      await browser.open(toUrl(own.client_id));
      const actions = ['update', 'rotate', 'delete'].map((action) =>
        browser.submit({ ...registration, id, action }),
      );
      pages.push(...(await Promise.all(actions)));
      const [first] = pages;
      for (const { status, text } of pages) {
        expect(status).toBe(404);
        expect(text.replaceAll(id, '')).toBe(first?.text.replaceAll(id, ''));
      }
    }
    const client = await clients.find(table(), other.client_id);
    expect(client?.name).toBe(other.name);
    expect(client?.secrets).toHaveLength(1);
  });

  it('changes what the form shows, and keeps the rest', async () => {
    const { user_id, change, list } = await openPortal();
    const { client_id } = await newOwnClient(user_id, {
      client_uri: 'https://trails.example/',
      contact: 'help@trails.example',
      post_logout_redirect_uris: ['a', 'b', 'c', 'd'].map(toLogoutUri),
      scopes: ['diary.read', 'images.write'],
      default_scopes: ['images.write'],
    });
    const page = await change(client_id, {
      action: 'update',
      name: 'Hiking maps',
      redirect_uri_1: 'https://hiking.example/',
      'diary.read': 'yes',
    });
    expect(page.text).toContain('Saved.');
    const [client] = await list();
    expect(client).toMatchObject({
      name: 'Hiking maps',
      redirect_uris: ['https://hiking.example/'],
      contact: 'help@trails.example',
      post_logout_redirect_uris: ['a', 'b', 'c', 'd'].map(toLogoutUri),
      scopes: ['diary.read'],
      default_scopes: ['diary.read'],
    });
    expect(client).not.toHaveProperty('client_uri');
    const logoutUri = { post_logout_redirect_uri_1: toLogoutUri('b') };
    await change(client_id, { ...registration, ...logoutUri, action: 'update' });
    expect(await list()).toMatchObject([
      // The form shows three, so the fourth one stays.
      { post_logout_redirect_uris: ['b', 'd'].map(toLogoutUri) },
    ]);
    const bad = await change(client_id, { action: 'update', name: 'Kept' });
    expect([bad.status, bad.text]).toEqual([
      400,
      expect.stringContaining('value="Kept"'),
    ]);
  });

  it('gives a new secret, and the current one works for another day', async () => {
    const { user_id, change, list } = await openPortal();
    const { client_id, client_secret } = await newOwnClient(user_id);
    const page = await change(client_id, { action: 'rotate' });
    const secret = findShownSecret(page.text) ?? '';
    expect(page.text).toContain('Earlier secret works until');
    const [client] = await list();
    if (!client) throw new Error('There is no application.');
    const now = new Date();
    const tomorrow = new Date(now.getTime() + 25 * 60 * 60 * 1000);
    expect([secret, client_secret].map((each) => hasSecret(client, each, now))).toEqual([
      true,
      true,
    ]);
    expect(hasSecret(client, client_secret, tomorrow)).toBe(false);
  });

  it('gives one new secret if the form is sent again', async () => {
    const { user_id, browser, list } = await openPortal();
    const { client_id, client_secret } = await newOwnClient(user_id);
    const secret_of = findHidden(await browser.open(toUrl(client_id)), 'secret_of');
    const rotate = () => browser.submit({ id: client_id, action: 'rotate', secret_of });
    const pages = await Promise.all([rotate(), rotate()]);
    const shown = pages.flatMap(({ text }) => findShownSecret(text) ?? []);
    expect(shown).toHaveLength(1);
    const repeated = await rotate();
    expect(repeated.text).toContain('There is a new secret since you have opened');
    const [client] = await list();
    const now = new Date();
    for (const each of [...shown, client_secret])
      expect(client && hasSecret(client, each, now)).toBe(true);
  });

  it('gives one new secret to requests that have read the same one', async () => {
    const { client_id } = await newOwnClient((await openPortal()).user_id);
    const read = await clients.find(table(), client_id);
    if (!read) throw new Error('There is no client.');
    const rotate = () => rotateClientSecret(table(), read, new Date());
    expect(await rotate()).toBeDefined();
    expect(await rotate()).toBeUndefined();
  });

  it('shows one that the operator has disabled, and changes nothing of it', async () => {
    const { user_id, browser, change, list } = await openPortal();
    const { client_id } = await newOwnClient(user_id);
    await browser.open(toUrl(client_id));
    await clients.disable(table(), client_id, new Date());
    for (const action of ['update', 'rotate']) {
      const fields = { ...registration, id: client_id, action, name: 'New' };
      const page = await browser.submit(fields);
      expect(page.text).toContain(
        'Nothing was saved, because the application is disabled.',
      );
    }
    const [client] = await list();
    expect(client).toMatchObject({ name: 'Trail maps', secrets: [expect.anything()] });
    const { text } = await change(client_id, { action: 'rotate' });
    expect(text).toContain('Only the operator can enable it.');
  });
});

describe('the deletion of an application', () => {
  it('counts the people who lose it, and leaves nothing of it', async () => {
    const { user_id, browser, change, list } = await openPortal();
    const client = await newOwnClient(user_id);
    const { client_id } = client;
    const people = await Promise.all([newPerson(), newPerson()]);
    for (const person of people) await issueUserToken(person, client);
    await issueUserToken(people[0] as TestPerson, client);
    await addWebhook(client_id);

    await expect
      .poll(async () => (await browser.open(toUrl(client_id))).text)
      .toContain('who lose the connection to it: 2.');
    const page = await change(client_id, { action: 'delete' });
    expect(page.text).toContain('The application is deleted.');
    expect(await list()).toEqual([]);
    const { pk } = clientKeys.client(client_id);
    expect(await table().query({ pk })).toEqual([]);
    const principal = identityKeys.user(toServicePrincipal(client_id));
    expect(await table().get(principal)).toBeUndefined();
    for (const person of people)
      for (const grant of await grants.listByUser(table(), person.user_id))
        expect(grant).toHaveProperty('revoked_at');
  });
});

describe('the deletion of an application, and a webhook at the same time', () => {
  async function arrange() {
    const { user_id } = await newPerson();
    const { client_id } = await newOwnClient(user_id);
    const webhook = await addWebhook(client_id);
    const remove = (on = table()) => deleteOwnApplication(on, client_id, new Date());
    const listItems = () => table().query({ pk: clientKeys.client(client_id).pk });
    return { client_id, webhook, remove, listItems };
  }

  it('leaves none that is created meanwhile', async () => {
    const { client_id, remove, listItems } = await arrange();
    const other = buildWebhook(client_id, 'https://app.example/others');
    let isCreated: boolean | undefined;
    const racing = createRacingTable('before its transact', async () => {
      isCreated = await registrations.create(table(), other);
    });
    expect(await remove(racing)).toBe('deleted');
    expect(isCreated).toBe(false);
    expect(await listItems()).toEqual([]);
    expect(await table().get(webhookKeys.newestWebhook())).not.toMatchObject({
      client_id,
    });
  });

  it('has to be repeated if its address changes meanwhile', async () => {
    const { webhook, remove, listItems } = await arrange();
    const target = { url: 'https://app.example/others', types: ['*'] };
    const racing = createRacingTable('before its transact', () =>
      registrations.changeTarget(table(), webhook, target),
    );
    expect(await remove(racing)).toBe('changed');
    expect(await remove()).toBe('deleted');
    expect(await listItems()).toEqual([]);
  });
});

function buildWebhook(client_id: string, url: string): Webhook {
  return {
    id: newId(new Date()),
    client_id,
    url,
    types: ['*'],
    secret: { wrapped_key: new Uint8Array(), ciphertext: new Uint8Array() },
    state: 'active',
    failures: 0,
    wakes: 0,
    created_datetime: new Date().toISOString(),
  };
}

async function addWebhook(client_id: string): Promise<Webhook> {
  const webhook = buildWebhook(client_id, 'https://app.example/events');
  await registrations.create(table(), webhook);
  expect(await webhooks.listOfClient(table(), client_id)).toHaveLength(1);
  return webhook;
}
