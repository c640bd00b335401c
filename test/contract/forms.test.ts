import { describe, expect, inject, it } from 'vitest';
import { getFormToken } from '#functions/auth/browser/form.ts';
import * as sessions from '#functions/auth/session/session.store.ts';
import { call } from '#kit/call.ts';
import { newPerson, newUserToken, table } from '#kit/fixtures.ts';
import type { Send, TestResponse } from '#kit/send.ts';
import type { EndpointEntry } from '#lib/endpoints.ts';
import { newSecret } from '#shared/auth/secrets.ts';
import { parseToken } from '#shared/auth/tokens.ts';
import { languages } from '#shared/pages/language.ts';
import { toOwnerPartition } from '#shared/table/keys.ts';
import { buildPath } from './endpoint-path.ts';
import { endpoints, withIds } from './endpoint-requests.ts';
import {
  accountEndpoints,
  buildValidRequest,
  type ValidRequest,
} from './valid-requests.ts';

/** The forms of our own pages. */
const forms = endpoints.filter(({ endpoint: { host, method, internal } }) => {
  return host === 'auth' && method === 'POST' && internal === true;
});

const { urls } = inject('service');
const asUser: Send = async (method, path, options) =>
  call(method, path, { token: await newUserToken(), ...options });

const formCookie = '__Host-fit_form';
const sessionCookie = '__Host-fit_session';

/** The differences from a valid request. */
interface FormChange {
  cookies?: Record<string, string>;
  fields?: Record<string, string>;
  headers?: Record<string, string>;
  query?: Record<string, string>;
}

function parseCookies(header = ''): Record<string, string> {
  return Object.fromEntries(header.split('; ').map((cookie) => cookie.split('=')));
}

/** Returns the content of a form with other fields. A form with files is a multipart form. */
function changeContent({ form, body }: ValidRequest, { fields = {} }: FormChange) {
  if (!(body instanceof FormData))
    return { form: { ...Object.fromEntries(Object.entries(form ?? {})), ...fields } };
  const changed = new FormData();
  for (const [name, value] of body) changed.append(name, value);
  for (const [name, value] of Object.entries(fields)) changed.set(name, value);
  return { body: changed };
}

/** Builds a valid form. Returns its cookies, and a function that submits the form with a change. */
async function openForm(entry: EndpointEntry) {
  const valid = await buildValidRequest(entry, asUser);
  const cookies = parseCookies(valid.headers?.Cookie);
  const path = buildPath(entry, 'v7.1');

  const submit = (change: FormChange = {}): Promise<TestResponse> => {
    const sent = Object.entries({ ...cookies, ...change.cookies });
    const Cookie = sent.map(([name, value]) => `${name}=${value}`).join('; ');
    const query = new URLSearchParams({ ...valid.query, ...change.query });
    return call('POST', `${path}?${query}`, {
      host: 'auth',
      headers: { ...change.headers, Cookie },
      ...changeContent(valid, change),
    });
  };
  return { cookies, submit, status: valid.status, query: valid.query };
}

/** Lists the items of the user to whom a session token, or the token of a link, belongs. */
async function listItems(sessionToken = '', linkToken = '') {
  const owner = parseToken('session', sessionToken) ?? parseToken('link', linkToken);
  return owner && table().query({ pk: toOwnerPartition(owner.user_id) });
}

/** Changes that one function rejects for all forms (auth/browser/form-token). */
const commonForgeries: readonly FormChange[] = [
  { fields: { form_token: 'x'.repeat(43) } },
  { cookies: { [formCookie]: '' } },
  { headers: { Origin: 'null' } },
  { headers: { 'Sec-Fetch-Site': 'cross-site' } },
  { headers: { 'Sec-Fetch-Site': 'same-site' } },
];

/** The first form of a signed-in browser, and of one in which nobody is signed in. */
const sampled = ['account/sign-out', 'auth/sign-in/submit'];

/** The session of another user. */
const otherSession = await sessions.start(table(), await newPerson(), new Date());

/** Lists changes after which a form is not one of our own page in the same browser, by its user. */
function listForgeries(
  { id }: EndpointEntry,
  cookies: Record<string, string>,
): FormChange[] {
  const { [formCookie]: secret = '', [sessionCookie]: sessionToken = '' } = cookies;
  const otherForm = { purpose: 'account', reference: 'another form' } as const;
  return [
    { fields: { form_token: '' } },
    { fields: { form_token: getFormToken({ secret, sessionToken }, otherForm) } },
    { cookies: { [formCookie]: newSecret() } },
    ...(sessionToken ? [{ cookies: { [sessionCookie]: otherSession } }] : []),
    { headers: { Origin: 'https://evil.example' } },
    ...(sampled.includes(id) ? commonForgeries : []),
  ];
}

/** Parameters that no form has. The last two are members of every object. */
const unknownNames = [
  'continue_to',
  'redirect_uri',
  'return_to',
  'returnUrl',
  'url',
  'a[b]',
  'constructor',
  '__proto__',
];
const foreignTargets = Object.fromEntries(
  unknownNames.map((name) => [name, 'https://evil.example/']),
);

describe.each(withIds(forms))('the form %s', (_, entry) => {
  it('is accepted only from its own page, in the same browser, by the same user', async () => {
    const { cookies, submit, query } = await openForm(entry);
    const before = await listItems(cookies[sessionCookie], query?.token);
    for (const forgery of listForgeries(entry, cookies)) {
      const { status, text, headers } = await submit(forgery);
      expect([403, 400], JSON.stringify(forgery)).toContain(status);
      expect(text).toMatch(/<h1>(Form|Request) expired<\/h1>/);
      expect(headers.get('location')).toBeNull();
    }
    expect(await listItems(cookies[sessionCookie], query?.token)).toEqual(before);
  });

  it('ignores unknown fields, and redirects to no address that a request names', async () => {
    const { submit, status } = await openForm(entry);
    const headers = {
      'X-Forwarded-Host': 'evil.example',
      Forwarded: 'host=evil.example',
      Referer: 'https://evil.example/',
    };
    const response = await submit({
      query: foreignTargets,
      fields: foreignTargets,
      headers,
    });
    const { location, ...others } = Object.fromEntries(response.headers);
    const isAccepted =
      status === undefined ? response.status < 400 : response.status === status;
    expect(isAccepted, `${response.status} ${response.text}`).toBe(true);
    expect(`${location} ${JSON.stringify(others)} ${response.text}`).not.toContain(
      'evil',
    );
  });
});

const accountPages = accountEndpoints.filter(({ endpoint }) => endpoint.method === 'GET');
const accountForms = accountEndpoints.filter(
  ({ endpoint }) => endpoint.method === 'POST',
);

it.each(withIds(accountPages))(
  'the page %s leads to the sign-in page without a session',
  async (_, entry) => {
    const { status, headers } = await call('GET', buildPath(entry, 'v7.1'), {
      host: 'auth',
    });
    expect(status).toBe(303);
    expect(headers.get('location')).toContain(`${urls.auth}/v7.1/oauth2/sign-in/?`);
  },
);

it.each(withIds(accountForms))(
  'the form %s leads to the sign-in page without a session, and changes nothing',
  async (_, entry) => {
    const { cookies, submit } = await openForm(entry);
    const before = await listItems(cookies[sessionCookie]);
    const { status, headers } = await submit({ cookies: { [sessionCookie]: '' } });
    const location = headers.get('location') ?? '';
    expect(status).toBe(303);
    expect(location).toMatch(/\/v7\.1\/oauth2\/sign-in\/\?continue=[a-z]+$/);
    expect(location.startsWith(urls.auth)).toBe(true);
    expect(await listItems(cookies[sessionCookie])).toEqual(before);
  },
);

it.each(withIds(accountPages))(
  'the page %s is in the language of its browser, also for HEAD and with a body',
  async (_, entry) => {
    const { headers, query } = await buildValidRequest(entry, asUser);
    const path = `${buildPath(entry, 'v7.1')}?${new URLSearchParams(query)}`;
    const form = { action: 'delete', user_id: 'x' };
    for (const language of languages) {
      const sent = { ...headers, 'Accept-Language': language };
      const options = { host: 'auth', headers: sent } as const;
      const { status, text } = await call('GET', path, { ...options, form });
      expect(text).toContain(`<html lang="${language}"`);
      expect((await call('HEAD', path, options)).status).toBe(status);
    }
  },
);

it.each(withIds(accountForms.filter(({ id }) => id.endsWith('/change'))))(
  'the form %s leads by the sign-in back to the query of its own page, and of no other',
  async (_, entry) => {
    const { submit } = await openForm(entry);
    const findQuery = async (address: string) => {
      const headers = { Referer: `${address}?date=2026-11-20` };
      const signedOut = await submit({ cookies: { [sessionCookie]: '' }, headers });
      const location = new URL(signedOut.headers.get('location') ?? '');
      return location.searchParams.get('parameters');
    };
    expect(await findQuery(urls.auth + buildPath(entry, 'v7.1'))).toBe('date=2026-11-20');
    expect(await findQuery('https://evil.example/')).toBeNull();
  },
);

it('the tested forms include those of the sign-in and of the account', () => {
  expect(forms.map(({ id }) => id)).toEqual(
    expect.arrayContaining([...sampled, 'account/erasure/change']),
  );
  expect(forms.length).toBeGreaterThanOrEqual(14);
});
