import { expect, inject, it } from 'vitest';
import { getFormToken } from '#functions/auth/browser/form.ts';
import { getPageUrls } from '#functions/auth/browser/page-urls.ts';
import { consentGiven } from '#functions/auth/identity/consent-field.ts';
import * as processing from '#functions/auth/identity/processing.store.ts';
import * as sessions from '#functions/auth/session/session.store.ts';
import * as trustedDevices from '#functions/auth/session/trusted-device.store.ts';
import * as inboxes from '#functions/connections/inbox/inbox.store.ts';
import { startImport } from '#functions/diary/file-import/start-import.ts';
import { callHandlerAs } from '#kit/call-handler.ts';
import { buildRunFile, finishImport, openImportStores } from '#kit/file-imports.ts';
import {
  createPersonalToken,
  getIdentity,
  issueUserToken,
  newClient,
  newOwnClient,
  newUser,
  type TestUser,
  table,
} from '#kit/fixtures.ts';
import { addRemoteConnection } from '#kit/remote-connections.ts';
import { discoverDefinitions } from '#lib/endpoints.ts';
import { newSecret } from '#shared/auth/secrets.ts';
import { newId, toLogHash } from '#shared/runtime/ids.ts';

const { urls } = inject('service');
const pages = getPageUrls(urls, 'v7.1');
const now = new Date();

type Fields = Record<string, string>;
type Arrange = (user: TestUser) => Fields | Promise<Fields>;

const nothing: Arrange = () => ({});

const connect: Arrange = async ({ user_id }) => ({
  connection: await addRemoteConnection(user_id),
});

const allowApplication = async (user: TestUser) => {
  const client = await newClient();
  await issueUserToken(user, client);
  return { client_id: client.client_id };
};

const registerApplication: Arrange = async ({ user_id }) => {
  const { client_id: id } = await newOwnClient(user_id);
  return {
    id,
    name: 'Maps',
    redirect_uri_1: 'https://app.example/',
    'diary.read': 'yes',
  };
};

const startSession: Arrange = async (user) => {
  await sessions.start(table(), user, now);
  const [session] = await sessions.listActive(table(), user.user_id, now);
  return { id: session?.id ?? '' };
};

const trustDevice: Arrange = async (user) => {
  const browser = { secret: newSecret(), browser: 'Firefox' };
  await trustedDevices.trust(table(), await getIdentity(user), browser, now);
  const [device] = await trustedDevices.listTrusted(table(), user.user_id, now);
  return { id: device?.id ?? '' };
};

const makeInbox: Arrange = async ({ user_id }) => {
  const inbox = { name: 'Phone', app: 'other', isSigned: false } as const;
  const created = await inboxes.create(table(), user_id, inbox, now);
  return { id: created?.inbox.id ?? '' };
};

const consentAgain: Arrange = async ({ user_id }) => {
  await processing.withdrawConsent(table(), user_id, now);
  return { health_consent: consentGiven };
};

/** Returns the fields with which a form changes something, which is arranged before. */
const arrangements: Readonly<Record<string, Arrange>> = {
  'applications revoke': allowApplication,
  'applications choose_providers': async (user) => ({
    ...(await allowApplication(user)),
    offered_providers: 'garmin',
    provider: 'garmin',
  }),
  'body consent': consentAgain,
  'connections disconnect': connect,
  'connections disconnect_and_delete': connect,
  'deletion delete': ({ password }) => ({ current: password }),
  'export start': nothing,
  'import reread': async ({ user_id }) => {
    const id = newId(now);
    const stores = { table: table(), imports: openImportStores().files };
    const { name, content } = buildRunFile('2026-05-01');
    const files = [{ name, bytes: Buffer.from(content) }];
    await startImport(stores, user_id, { id, keeps_file: true, files }, now);
    await finishImport(user_id, id);
    return { id };
  },
  'phones revoke': makeInbox,
  'phones delete': async (user) => {
    const { id = '' } = await makeInbox(user);
    await inboxes.revokeInbox(table(), user.user_id, id, now);
    return { id };
  },
  'portal update': registerApplication,
  'portal delete': registerApplication,
  'privacy restrict': nothing,
  'privacy resume': async ({ user_id }) => {
    await processing.restrict(table(), user_id, now);
    return { health_consent: consentGiven };
  },
  'privacy consent': consentAgain,
  'privacy withdraw': nothing,
  'security end_session': startSession,
  'security end_others': startSession,
  'security forget_device': trustDevice,
  'security forget_devices': trustDevice,
  'tokens revoke': async (user) => {
    const created = await createPersonalToken(await getIdentity(user), now);
    return { id: created.ok ? created.value.grant.id : '' };
  },
};

const { screens } = await discoverDefinitions();
const audited = screens.flatMap(({ screen: { page, forms } }) =>
  Object.entries(forms).flatMap(([action, { audit: event }]) =>
    event === undefined ? [] : [{ form: `${page} ${action}`, page, action, event }],
  ),
);

it('every form that declares an event is tested', () => {
  const declared = audited.map(({ form }) => form).sort();
  expect(Object.keys(arrangements).sort()).toEqual(declared);
});

it.each(audited)(
  'the form $form writes $event if it changes something, not if it is refused or repeated',
  async ({ form, page, action, event }) => {
    const user = await newUser();
    const { user_id } = user;
    const fields = { action, ...(await arrangements[form]?.(user)) };
    const secret = newSecret();
    const sessionToken = await sessions.start(table(), user, now);
    const binding = { purpose: 'account', reference: page } as const;
    const form_token = getFormToken({ secret, sessionToken }, binding);

    const events: { name: string; request_id: string; user_hash: string }[] = [];
    const send = callHandlerAs(user_id, (line) => {
      const { event: name, request_id, user_hash } = JSON.parse(line);
      if (name !== 'request') events.push({ name, request_id, user_hash });
    });
    const path = pages.account(page).slice(urls.auth.length);
    const submit = async (session: string, token: string) => {
      const Cookie = `__Host-fit_form=${secret}; __Host-fit_session=${session}`;
      const content = { headers: { Cookie }, form: { ...fields, form_token: token } };
      return (await send('POST', path, { host: 'auth', ...content })).status;
    };

    expect(await submit('', form_token)).toBe(303);
    expect(await submit(sessionToken, 'x')).toBe(403);
    expect(events).toEqual([]);
    expect(await submit(sessionToken, form_token)).toBe(303);
    const request_id = expect.stringMatching(/./);
    expect(events).toEqual([{ name: event, request_id, user_hash: toLogHash(user_id) }]);
    await submit(sessionToken, form_token);
    expect(events.filter(({ name }) => name === event)).toHaveLength(1);
  },
);
