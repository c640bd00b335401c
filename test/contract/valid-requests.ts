import * as authorizationRequests from '#functions/auth/authorize/authorization.store.ts';
import { getFormToken } from '#functions/auth/browser/form.ts';
import { accountPages, getPageUrls } from '#functions/auth/browser/page-urls.ts';
import * as emailLinks from '#functions/auth/email-link/email-link.store.ts';
import { logoutForm } from '#functions/auth/openid/logout/logout.ts';
import * as sessions from '#functions/auth/session/session.store.ts';
import * as connectRequests from '#functions/connections/connect/connect-request.store.ts';
import * as inboxes from '#functions/connections/inbox/inbox.store.ts';
import { buildImportForm, buildRunFile } from '#kit/file-imports.ts';
import { newClient, newOwnClient, newPerson, newUser, table } from '#kit/fixtures.ts';
import type { Send, SendOptions } from '#kit/send.ts';
import { addWebhook } from '#kit/webhooks.ts';
import { discoverEndpoints, type EndpointEntry } from '#lib/endpoints.ts';
import { newSecret, toDigest } from '#shared/auth/secrets.ts';
import { getResource } from '#shared/contract/endpoint.ts';
import { compact } from '#shared/runtime/compact.ts';
import { createRejection } from './rejection.ts';
import { bodyBuilders, buildBody, itemCreators, sameExport } from './valid-bodies.ts';

/** A request that an endpoint accepts. */
export interface ValidRequest extends SendOptions {
  /** The parameter of the path. */
  item?: string;
  query?: Readonly<Record<string, string>>;
  /** The status of the response. Defaults to any below 300. */
  status?: number;
}

interface CreatedItem {
  _links: { self: [{ id: string }] };
}

type FormBinding = Parameters<typeof getFormToken>[1];

/** Creates the cookies and form tokens of a browser in which a user is signed in. */
async function createSignedInBrowser() {
  const secret = newSecret();
  const person = await newPerson();
  const session = await sessions.start(table(), person, new Date());
  return {
    ...person,
    secret,
    headers: { Cookie: `__Host-fit_form=${secret}; __Host-fit_session=${session}` },
    buildFormToken: (binding: FormBinding) =>
      getFormToken({ secret, sessionToken: session }, binding),
  };
}

async function buildAccountRequest(): Promise<ValidRequest> {
  const { headers } = await createSignedInBrowser();
  return { headers };
}

async function buildAccountForm(
  page: string,
  fields: Readonly<Record<string, string>>,
  status = 303,
): Promise<ValidRequest> {
  const { headers, buildFormToken } = await createSignedInBrowser();
  const form_token = buildFormToken({ purpose: 'account', reference: page });
  return { headers, form: { form_token, ...fields }, status };
}

async function buildLogoutForm(): Promise<ValidRequest> {
  const { headers, buildFormToken } = await createSignedInBrowser();
  return { headers, form: { form_token: buildFormToken(logoutForm) }, status: 303 };
}

async function buildOwnApplicationRequest(): Promise<ValidRequest> {
  const { headers, user_id } = await createSignedInBrowser();
  const { client_id: id } = await newOwnClient(user_id);
  return { headers, query: { id } };
}

/** Builds the form with which the owner of an application disables a webhook. */
async function buildWebhookForm(): Promise<ValidRequest> {
  const { headers, buildFormToken, user_id } = await createSignedInBrowser();
  const { client_id: id } = await newOwnClient(user_id);
  const webhook = await addWebhook(id);
  const form_token = buildFormToken({ purpose: 'account', reference: 'webhook' });
  const fields = { id, webhook: webhook.id, action: 'disable' };
  return { headers, form: { form_token, ...fields }, status: 303 };
}

/** Builds the form of the account with which a person imports files. */
async function buildAccountImport(): Promise<ValidRequest> {
  const { headers, buildFormToken } = await createSignedInBrowser();
  const form_token = buildFormToken({ purpose: 'account', reference: 'imports' });
  const body = buildImportForm([buildRunFile('2026-05-01')], { form_token });
  return { headers, body, status: 303 };
}

/** Builds a form of a browser in which nobody is signed in. */
function buildPublicForm(
  binding: FormBinding,
  fields: Readonly<Record<string, string>>,
): ValidRequest {
  const secret = newSecret();
  const form_token = getFormToken({ secret, sessionToken: '' }, binding);
  return {
    headers: { Cookie: `__Host-fit_form=${secret}` },
    form: { form_token, ...fields },
  };
}

/** Builds a rejected request for a link, because the mail to one network is limited. */
function buildLinkRequest(): ValidRequest {
  const binding = { purpose: 'send-link', reference: 'password_reset' } as const;
  const query = { purpose: 'password_reset' };
  return { ...buildPublicForm(binding, { email: 'x' }), query, status: 400 };
}

/** Creates a link that resets the password of a new user, without mail. */
async function createLink(): Promise<string> {
  const { user_id, email } = await newUser();
  const link = {
    user_id,
    email,
    purpose: 'password_reset',
    language: 'en',
    template: undefined,
  } as const;
  const { id } = await emailLinks.create(table(), link, new Date());
  return (await emailLinks.issueToken(table(), user_id, id, new Date())) ?? '';
}

async function buildLinkForm(): Promise<ValidRequest> {
  const token = await createLink();
  const binding = { purpose: 'open-link', reference: toDigest(token) } as const;
  const fields = { password: 'x', repeated: 'x' };
  return { ...buildPublicForm(binding, fields), query: { token }, status: 400 };
}

/**
 * Builds the sign-in form of the account with a wrong password. It is verified fast, because test
 * users have hashes of a low cost.
 */
async function buildSignInForm(): Promise<ValidRequest> {
  const { email } = await newUser();
  const binding = { purpose: 'sign-in', reference: 'account' } as const;
  const fields = { email, password: 'x' };
  const query = { continue: 'account' };
  return { ...buildPublicForm(binding, fields), query, status: 403 };
}

/** Creates a consent request in the browser of its user. */
async function createConsentRequest() {
  const { secret, headers, buildFormToken } = await createSignedInBrowser();
  const { client_id, name: application_name, redirect_uri } = await newClient();
  const opening = {
    client_id,
    application_name,
    redirect_uri,
    native: false,
    scope: 'read',
  };
  const request = await authorizationRequests.create(
    table(),
    opening,
    secret,
    new Date(),
  );
  const form_token = buildFormToken({ purpose: 'consent', reference: request });
  return { headers, query: { request }, form_token };
}

/** Builds a request for the consent page, or for the sign-in page before it. */
async function buildConsentPageRequest(): Promise<ValidRequest> {
  const { headers, query } = await createConsentRequest();
  return { headers, query };
}

async function buildConsentDecision(): Promise<ValidRequest> {
  const { form_token, ...request } = await createConsentRequest();
  return { ...request, form: { form_token, decision: 'allow' }, status: 303 };
}

/** Creates a connect request in the browser of its user. */
async function createConnectRequest() {
  const { secret, headers, buildFormToken } = await createSignedInBrowser();
  const opening = { type: 'strava', client: undefined };
  const request = await connectRequests.create(table(), opening, secret, new Date());
  const form_token = buildFormToken({ purpose: 'connect', reference: request });
  return { headers, query: { request }, form_token };
}

async function buildConnectPageRequest(): Promise<ValidRequest> {
  const { headers, query } = await createConnectRequest();
  return { headers, query };
}

async function buildConnectDecision(): Promise<ValidRequest> {
  const { form_token, ...request } = await createConnectRequest();
  return { ...request, form: { form_token, decision: 'cancel' } };
}

async function buildAuthorizationRequest(): Promise<ValidRequest> {
  const { client_id, redirect_uri } = await newClient();
  return { query: { client_id, redirect_uri, response_type: 'code' }, status: 303 };
}

async function buildClientForm(
  fields: Readonly<Record<string, string>>,
): Promise<ValidRequest> {
  const { client_id, client_secret } = await newClient();
  return { form: { ...fields, client_id, client_secret } };
}

/** The pages and forms of the account. */
export const accountEndpoints = (await discoverEndpoints()).filter(({ endpoint }) =>
  endpoint.path.startsWith('/oauth2/account/'),
);

const pageBuilders = accountEndpoints
  .filter(({ endpoint }) => endpoint.method === 'GET')
  .map(({ id }) => [id, buildAccountRequest] as const);

const pages = getPageUrls({ auth: '' }, 'v7.1');

/** The forms of screens that have an example. */
const formBuilders = accountEndpoints.flatMap(({ id, endpoint: { path, examples } }) => {
  const [example] = examples ?? [];
  const page = accountPages.find((name) => pages.account(name) === `/v7.1${path}`);
  if (!example || !page) return [];
  const { body, status } = example;
  return [[id, () => buildAccountForm(page, { ...Object(body) }, status)] as const];
});

/** Creates an inbox, and returns its secret. */
async function createInbox(): Promise<string> {
  const { user_id } = await newPerson();
  const inbox = { name: 'Phone', app: 'other', isSigned: false } as const;
  const created = await inboxes.create(table(), user_id, inbox, new Date());
  return created?.secret ?? '';
}

/** The requests to endpoints without an example, by the id of the endpoint. */
const requestBuilders: Readonly<
  Record<string, () => Promise<ValidRequest> | ValidRequest>
> = {
  ...Object.fromEntries([...pageBuilders, ...formBuilders]),
  'account/sign-out': () => buildAccountForm('account', {}),
  'account/event/list': () => ({ query: { cursor: 'now' } }),
  'account/imports/start': buildAccountImport,
  'account/imports/upload/begin': () => buildAccountForm('imports', {}),
  'account/portal/show': buildOwnApplicationRequest,
  'account/portal/webhook/show': buildOwnApplicationRequest,
  'account/portal/webhook/change': buildWebhookForm,
  'auth/authorize': buildAuthorizationRequest,
  'auth/authorize/redirect/forward': buildAuthorizationRequest,
  'auth/authorize/redirect/submit': () => ({ form: { client_id: 'x' }, status: 303 }),
  // No provider has sent the browser back.
  'connections/connect/callback/provider': () => ({ item: 'strava', status: 400 }),
  'connections/connect/callback/key': buildConnectDecision,
  'connections/connect/create': () => ({ query: { type: 'strava' } }),
  'connections/connect/decide': buildConnectDecision,
  'connections/connect/show': buildConnectPageRequest,
  // Another client than that of the token, which would be revoked.
  'auth/grant/delete': () => ({
    query: { user_id: 'self', client_id: 'x' },
    status: 404,
  }),
  'auth/consent/show': buildConsentPageRequest,
  'auth/consent/decide': buildConsentDecision,
  'auth/metadata/resource': () => ({ item: 'mcp' }),
  'auth/openid/jwks': () => ({}),
  'auth/openid/logout/show': buildAccountRequest,
  'auth/openid/logout/submit': buildLogoutForm,
  'auth/openid/userinfo/submit': () => ({}),
  'auth/email-link/open/show': async () => ({ query: { token: await createLink() } }),
  'auth/email-link/open/submit': buildLinkForm,
  'auth/email-link/send/show': () => ({ query: { purpose: 'sign_up' } }),
  'auth/email-link/send/submit': buildLinkRequest,
  'auth/language/choose': () => ({ query: { language: 'de' }, status: 303 }),
  'auth/sign-in/show': buildConsentPageRequest,
  'auth/sign-in/submit': buildSignInForm,
  'auth/token': () => buildClientForm({ grant_type: 'client_credentials' }),
  'auth/token/introspect': () => buildClientForm({ token: 'x' }),
  'auth/token/revoke': () => buildClientForm({ token: 'x' }),
  'main/documentation/list': () => ({}),
  'account/export/create': () => ({ headers: sameExport }),
  'account/export/file': () => ({ item: 'x', status: 404 }),
  'main/documentation/openapi/main': () => ({}),
  'main/documentation/openapi/read': () => ({ item: 'diary.json' }),
  'main/documentation/read': () => ({ item: 'data_source' }),
  'main/documentation/search': () => ({ query: { q: 'diary' } }),
  // Only the provider knows the secret in the address.
  'connections/webhook/receive/confirm': () => ({ item: 'strava.x', status: 404 }),
  'connections/webhook/receive/receive': () => ({ item: 'strava.x', status: 404 }),
  'connections/inbox/receive/receive': async () => ({
    json: [],
    headers: { 'Api-Key': await createInbox() },
  }),
  'connections/inbox/receive/receiveByAddress': async () => ({
    json: [],
    item: await createInbox(),
  }),
};

/** Names the code that makes the valid request of an endpoint. */
export function describeOrigin({ id }: Pick<EndpointEntry, 'id'>): string {
  if (requestBuilders[id]) return 'requestBuilders in test/contract/valid-requests.ts';
  if (bodyBuilders[id]) return 'bodyBuilders in test/contract/valid-bodies.ts';
  return (
    `the first example in functions/${id}/endpoint.ts; if each request needs another value, ` +
    'add it to bodyBuilders in test/contract/valid-bodies.ts'
  );
}

/** Returns a function that sends requests, and throws an error about one that is rejected. */
export function asRequired(origin: string, send: Send): Send {
  return async <Body>(...[method, path, options = {}]: Parameters<Send>) => {
    const response = await send<Body>(method, path, options);
    if (response.status < 300) return response;
    throw createRejection({ method, path, content: options, origin }, response);
  };
}

/** Creates an item with the valid body of the resource's create endpoint, and returns its id. */
async function createByExample(resource: string, send: Send): Promise<string> {
  const entries = await discoverEndpoints();
  const creation = entries.find(
    ({ endpoint }) => endpoint.method === 'POST' && endpoint.path === `/${resource}/`,
  );
  const { json } = creation ? await buildBody(creation, send) : {};
  if (!json) {
    throw new Error(
      `Neither test/contract/valid-bodies.ts nor an example of POST /${resource}/ says how to ` +
        `create a ${resource}.`,
    );
  }
  const create = asRequired(describeOrigin(creation ?? { id: resource }), send);
  const { body } = await create<CreatedItem>('POST', `/v7.1/${resource}/`, { json });
  return body._links.self[0].id;
}

async function buildByExample(entry: EndpointEntry, send: Send): Promise<ValidRequest> {
  const { query } = entry.endpoint.examples?.[0] ?? {};
  const create = asRequired('bodyBuilders in test/contract/valid-bodies.ts', send);
  return compact({ query, ...(await buildBody(entry, create)) });
}

/**
 * Builds a request that the endpoint accepts from the user of `send`. A path with a parameter gets
 * `item`, or else a new item.
 */
export async function buildValidRequest(
  entry: EndpointEntry,
  send: Send,
  item?: string,
): Promise<ValidRequest> {
  const { id, endpoint } = entry;
  const request = (await requestBuilders[id]?.()) ?? (await buildByExample(entry, send));
  if (item !== undefined) return { ...request, item };

  const needsItem = request.item === undefined && endpoint.path.includes('{');
  if (!needsItem) return request;
  const resource = getResource(endpoint);
  const createItem = itemCreators[id] ?? itemCreators[resource];
  const create = asRequired('itemCreators in test/contract/valid-bodies.ts', send);
  const created = createItem ? createItem(create) : createByExample(resource, send);
  return { ...request, item: await created };
}
