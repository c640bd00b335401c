import * as authorizationRequests from '#functions/auth/authorization-request/authorization-request.store.ts';
import { getFormToken } from '#functions/auth/browser/form-token.ts';
import * as sessions from '#functions/auth/session/session.store.ts';
import { newClient, newPerson, table } from '#kit/fixtures.ts';
import type { Send, SendOptions } from '#kit/send.ts';
import type { EndpointEntry } from '#lib/definitions.ts';
import { discoverEndpoints } from '#lib/endpoints.ts';
import { newSecret } from '#shared/auth/secrets.ts';
import { resourceOf } from '#shared/contract/endpoint.ts';
import { arrangements, buildBody } from './arrangements.ts';

/** A request that an endpoint accepts. */
export interface GoodRequest extends SendOptions {
  /** What the parameter of the path is. */
  item?: string;
  query?: Readonly<Record<string, string>>;
  /** The status with which it is accepted, where that is no success. */
  status?: number;
}

interface CreatedItem {
  _links: { self: [{ id: string }] };
}

/** A browser in which somebody is signed in, and the tokens of the forms that it was served. */
async function signedIn() {
  const secret = newSecret();
  const session = await sessions.start(table(), await newPerson(), new Date());
  return {
    secret,
    headers: { Cookie: `__Host-fit_form=${secret}; __Host-fit_session=${session}` },
    tokenOf: (purpose: 'account' | 'consent', reference: string) =>
      getFormToken({ secret, session }, { purpose, reference }),
  };
}

const ofAccount = async () => ({ headers: (await signedIn()).headers });

async function formOfAccount(
  action: string,
  fields: Readonly<Record<string, string>>,
  status = 303,
): Promise<GoodRequest> {
  const { headers, tokenOf } = await signedIn();
  return { headers, form: { form_token: tokenOf('account', action), ...fields }, status };
}

/** The form of who signs in at the account, with a password that is none. */
function signIn(): GoodRequest {
  const secret = newSecret();
  const binding = { purpose: 'sign-in', reference: 'account' } as const;
  const form_token = getFormToken({ secret, session: '' }, binding);
  return {
    headers: { Cookie: `__Host-fit_form=${secret}` },
    query: { continue: 'account' },
    form: { form_token, email: `${secret}@example.com`, password: 'x' },
    status: 403,
  };
}

/** The question whether an application is allowed, in the browser of who is to decide. */
async function question() {
  const { secret, headers, tokenOf } = await signedIn();
  const { client_id, name: application_name, redirect_uri } = await newClient();
  const opening = { client_id, application_name, redirect_uri, native: false };
  const request = await authorizationRequests.create(table(), opening, secret, new Date());
  return { headers, query: { request }, form_token: tokenOf('consent', request) };
}

/** The page of the question, or that of who has to sign in before it. */
async function showQuestion(): Promise<GoodRequest> {
  const { headers, query } = await question();
  return { headers, query };
}

async function credentials() {
  const { client_id, client_secret } = await newClient();
  return { client_id, client_secret };
}

/** Of the endpoints that no example tells how to ask. */
const requests: Readonly<Record<string, () => Promise<GoodRequest> | GoodRequest>> = {
  'auth/account/show': ofAccount,
  'auth/account/sign-out': () => formOfAccount('sign-out', {}),
  'auth/account/applications/show': ofAccount,
  'auth/account/applications/remove': () => formOfAccount('remove', { client_id: 'x' }),
  'auth/account/password/show': ofAccount,
  'auth/account/password/change': () =>
    formOfAccount(
      'change-password',
      { current: 'x', next: 'a new password', repeated: 'another' },
      400,
    ),
  'auth/authorize': async () => {
    const { client_id, redirect_uri } = await newClient();
    return { query: { client_id, redirect_uri, response_type: 'code' }, status: 303 };
  },
  // Of another application, since with its own the token of the tests would end.
  'auth/connection/delete': () => ({ query: { user_id: 'self', client_id: 'x' }, status: 404 }),
  'auth/consent/show': showQuestion,
  'auth/consent/decide': async () => {
    const { form_token, ...asked } = await question();
    return { ...asked, form: { form_token, decision: 'allow' }, status: 303 };
  },
  'auth/metadata': () => ({}),
  'auth/sign-in/show': showQuestion,
  'auth/sign-in/submit': signIn,
  'auth/token': async () => ({
    form: { grant_type: 'client_credentials', ...(await credentials()) },
  }),
  'auth/token/introspect': async () => ({ form: { token: 'x', ...(await credentials()) } }),
  'auth/token/revoke': async () => ({ form: { token: 'x', ...(await credentials()) } }),
  'main/docs/list': () => ({}),
  'main/docs/read': () => ({ item: 'data_source' }),
};

/** Creates an item with the example of the resource's create endpoint, and returns its id. */
async function createByExample(resource: string, send: Send): Promise<string> {
  const entries = await discoverEndpoints();
  const creation = entries.find(
    ({ endpoint }) => endpoint.method === 'POST' && endpoint.path === `/${resource}/`,
  );
  const json = creation?.endpoint.examples?.[0]?.body;
  if (!json) {
    throw new Error(
      `Neither test/contract/arrangements.ts nor an example of POST /${resource}/ says how to create a ${resource}.`,
    );
  }
  const { body } = await send<CreatedItem>('POST', `/v7.1/${resource}/`, { json });
  return body._links.self[0].id;
}

async function byExample(entry: EndpointEntry, send: Send): Promise<GoodRequest> {
  const { query } = entry.endpoint.examples?.[0] ?? {};
  return { ...(query && { query }), ...(await buildBody(entry, send)) };
}

/**
 * A request that the endpoint accepts of whomever `send` speaks for: with `item` in its path, or else with one of its
 * resource that is made for it.
 */
export async function goodRequest(
  entry: EndpointEntry,
  send: Send,
  item?: string,
): Promise<GoodRequest> {
  const { id, endpoint } = entry;
  const request = (await requests[id]?.()) ?? (await byExample(entry, send));
  if (item !== undefined) return { ...request, item };
  if (request.item !== undefined || !endpoint.path.includes('{')) return request;
  const resource = resourceOf(endpoint);
  const make = arrangements[resource] ?? ((sender) => createByExample(resource, sender));
  return { ...request, item: await make(send) };
}
