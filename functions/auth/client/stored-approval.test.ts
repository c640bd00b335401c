import { describe, expect, inject, it } from 'vitest';
import * as registrations from '#functions/account/webhook/registration.store.ts';
import { getPartyStates } from '#functions/auth/authorizer/party-states.store.ts';
import { callHandler } from '#kit/call-handler.ts';
import {
  newOwnClient,
  newPerson,
  newUser,
  type TestClient,
  table,
} from '#kit/fixtures.ts';
import { newTestBrowser } from '#kit/test-browser.ts';
import type { MailAttributes } from '#shared/mail/mail.ts';
import { newId } from '#shared/runtime/ids.ts';
import { exists, isNew } from '#shared/table/condition.ts';
import { clientKeys } from './client.keys.ts';
import * as clients from './client.store.ts';
import type { Client } from './client.ts';
import { changeClient } from './client-update.store.ts';

const { urls } = inject('service');

const readItem = (client_id: string) =>
  table().get<Client & MailAttributes>(clientKeys.client(client_id));

/** Stores what 0.6.0 stores with the setting `registration: review`. */
const storeApproval = (client_id: string, approval: string) =>
  table().update(clientKeys.client(client_id), { set: { approval } }, exists);

/** Returns what a client gets that asks for a token of its own, and what its users get. */
async function tryClient(client: TestClient) {
  const { client_id, client_secret, redirect_uri } = client;
  const form = { client_id, client_secret, grant_type: 'client_credentials' };
  const token = await callHandler('POST', '/v7.1/oauth2/access_token/', { form });
  const browser = newTestBrowser(callHandler, urls.auth);
  const query = new URLSearchParams({ client_id, redirect_uri, response_type: 'code' });
  const page = await browser.open(`${urls.auth}/v7.1/oauth2/authorize/?${query}`);
  return { token: token.status, isUnknown: page.status === 400 };
}

describe('an application that waited for approval in 0.6.0', () => {
  it.each(['pending', 'rejected'] as const)(
    'and is %s is disabled until the operator enables it',
    async (approval) => {
      const { user_id, email } = await newUser();
      const grant_types = ['authorization_code', 'client_credentials'] as const;
      const registration = { grant_types: [...grant_types] };
      const client = await newOwnClient(user_id, registration);
      const { client_id } = client;
      await storeApproval(client_id, approval);
      expect(await tryClient(client)).toEqual({ token: 401, isUnknown: true });
      const before = await getPartyStates(table(), { client_id, user_id }, new Date());
      expect(before.isEnabled).toBe(false);

      const changed = await clients.find(table(), client_id);
      const update = { set: { name: 'Maps' }, remove: [] };
      expect(changed && (await changeClient(table(), changed, update))?.approval).toBe(
        approval,
      );
      await clients.enable(table(), client_id);
      const item = await readItem(client_id);
      expect(item?.approval).toBeUndefined();
      expect(item?.mail).toMatchObject({ to: email, template: 'application_approved' });
      expect(await tryClient(client)).toEqual({ token: 200, isUnknown: false });
      await clients.disable(table(), client_id, new Date());
      await clients.enable(table(), client_id);
      expect((await readItem(client_id))?.mail).toEqual(item?.mail);
    },
  );

  it('can have no new webhook', async () => {
    const { user_id } = await newPerson();
    const { client_id } = await newOwnClient(user_id);
    await storeApproval(client_id, 'pending');
    const webhook = {
      client_id,
      id: newId(new Date()),
      url: 'https://app.example/hook',
    };
    const create = (item: object) =>
      registrations.create(table(), item as Parameters<typeof registrations.create>[1]);
    expect(await create(webhook)).toBe(false);
    await clients.enable(table(), client_id);
    expect(await create(webhook)).toBe(true);
  });
});

describe('a change that waited for approval in 0.6.0', () => {
  it('is not shown, and the next change discards it with its logo', async () => {
    const person = await newPerson();
    const { client_id, name } = await newOwnClient(person.user_id);
    const proposed = { name: 'Your bank', has_logo: true };
    const key = clientKeys.client(client_id);
    await table().update(key, { set: { proposed } }, exists);
    const logoKey = clientKeys.proposedLogo(client_id);
    await table().put({ ...logoKey, type: 'image/png' }, isNew);

    const browser = newTestBrowser(callHandler, urls.auth);
    await browser.signIn(person);
    const url = `${urls.auth}/v7.1/oauth2/account/portal/?id=${client_id}`;
    const { text } = await browser.open(url);
    expect(text).toContain(name);
    expect(text).not.toContain('Your bank');
    const client = await clients.find(table(), client_id);
    const update = { set: { name: 'Hill maps' }, remove: [] };
    expect(client && (await changeClient(table(), client, update))).toBeDefined();
    const item = await readItem(client_id);
    expect([item?.name, item?.proposed]).toEqual(['Hill maps', undefined]);
    expect(await table().get(logoKey)).toBeUndefined();
  });
});
