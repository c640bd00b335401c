import { beforeAll, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { call } from '#kit/call.ts';
import {
  issueClientToken,
  issueUserToken,
  newPerson,
  newUserToken,
  type TestPerson,
} from '#kit/fixtures.ts';
import { type Send, send, type TestResponse } from '#kit/send.ts';
import { isOpenToAnyOrigin } from '#shared/contract/cors.ts';
import {
  type Endpoint,
  getErrorShape,
  getRequestMethods,
  type Host,
  type Schema,
} from '#shared/contract/endpoint.ts';
import { fullScope } from '#shared/contract/scopes.ts';
import { invalidUtf8Value } from '#shared/contract/text.ts';
import { validate } from '#shared/http/validation.ts';
import { buildPath, unknownId } from './endpoint-path.ts';
import {
  createEndpointSender,
  type EndpointResponse,
  endpoints,
  hasItemOfUser,
  selectOneOfEachKind,
  withIds,
} from './endpoint-requests.ts';
import { listLinks, sampleLinks } from './links.ts';
import { buildValidRequest } from './valid-requests.ts';

// `call` also compares every response here, errors included, with what the endpoint declares.

const { urls } = inject('service');
const protectedEndpoints = endpoints.filter(({ endpoint }) => endpoint.auth !== 'public');
const userEndpoints = protectedEndpoints.filter(
  ({ endpoint }) => endpoint.auth === 'user',
);
const itemEndpoints = endpoints.filter(({ endpoint }) => endpoint.path.includes('{'));
const ownItemEndpoints = userEndpoints.filter(
  (entry) => entry.endpoint.path.includes('{id}') && hasItemOfUser(entry),
);

let owner: TestPerson;
let ownerToken: string;
let strangerToken: string;
let clientToken: string;

beforeAll(async () => {
  owner = await newPerson();
  [ownerToken, strangerToken, clientToken] = await Promise.all([
    issueUserToken(owner),
    newUserToken(),
    issueClientToken(),
  ]);
});

const tokens = new Map<string, Promise<string>>();

/** Returns the owner's token with the scope of an endpoint alone. Any scope is enough for some. */
function getLeastToken({ scope = fullScope }: Endpoint): Promise<string> {
  const granted = scope === 'any' ? 'profile.read' : scope;
  const token = tokens.get(granted) ?? issueUserToken(owner, undefined, granted);
  tokens.set(granted, token);
  return token;
}

const asOwner: Send = (method, path, options) =>
  call(method, path, { token: ownerToken, ...options });
const sendTo = createEndpointSender(asOwner);

/** Formats a response for the message of a failure. */
const formatResponse = ({ status, text }: TestResponse) => `${status} ${text}`;

/** Lists the paths of this service in the links and the Location of a response. */
function listPaths({ body, headers }: TestResponse): string[] {
  const targets = [...listLinks(body), headers.get('location') ?? ''];
  return targets
    .map((url) => (url.startsWith(urls.auth) ? url.slice(urls.auth.length) : url))
    .filter((url) => url.startsWith('/'));
}

const linkResponses = new Map<string, Promise<TestResponse>>();

/** Fetches a link as the owner, once for all responses that contain it. */
function fetchLink(host: Host, href: string): Promise<TestResponse> {
  const key = `${host} ${href}`;
  const response =
    linkResponses.get(key) ?? call('GET', href, { host, token: ownerToken });
  linkResponses.set(key, response);
  return response;
}

describe.each(withIds(endpoints))('%s', (_, entry) => {
  const { host, versions } = entry.endpoint;
  const firstVersion = versions[0];
  const lastVersion = versions.at(-1) ?? firstVersion;
  const isPublic = entry.endpoint.auth === 'public';
  let sent: Promise<EndpointResponse> | undefined;

  /** Returns the response to a valid request, which is sent once for several tests. */
  function getResponse(): Promise<EndpointResponse> {
    sent ??= sendTo(entry, isPublic ? undefined : ownerToken, { version: firstVersion });
    return sent;
  }

  /** Expects a response that accepts the request, and whose links keep the version. */
  function expectAccepted(response: EndpointResponse, version: string): void {
    expect(response.isAccepted, `${version} ${formatResponse(response)}`).toBe(true);
    for (const path of listPaths(response))
      expect(path.startsWith(`/${version}/`), path).toBe(true);
  }

  it('responds at its first version with links to that version, without a token if it is public (M2)', async () => {
    expectAccepted(await getResponse(), firstVersion);
  });

  it('responds at its last version to a token with its scope alone, a path without a trailing slash and unknown query parameters (M1, M2, M10, A20)', async () => {
    const query = { utm_source: 'x', 'a[b]': 'c', user: 'x', constructor: 'x', '': 'x' };
    const change = { version: lastVersion, slash: false, query };
    // A public endpoint does not read the token.
    const token = isPublic ? 'fit_at_x_y_z' : await getLeastToken(entry.endpoint);
    expectAccepted(await sendTo(entry, token, change), lastVersion);
  });

  it('has only links that the same token can read (M8)', async () => {
    const expectReadable = async (href: string) => {
      const { status, text } = await fetchLink(host, href);
      // Links for browsers redirect: to the authorization host, and to the file of an export.
      const isRedirect = /\/connect\/$|\/file\/\?/.test(href);
      const expected = isRedirect ? [200, 302, 303] : [200];
      expect(expected, `${href}: ${text.slice(0, 200)}`).toContain(status);
    };
    const { body } = await getResponse();
    // One at a time, because each concurrent request starts another instance of a function.
    for (const href of sampleLinks(listLinks(body))) await expectReadable(href);
  });
});

it.each(withIds(selectOneOfEachKind(endpoints)))(
  '%s responds 404 under any other version, as every endpoint of its kind (M2)',
  async (_, entry) => {
    const response = await sendTo(entry, ownerToken, {
      version: 'v6.9',
      item: unknownId,
    });
    expect(response.status).toBe(404);
  },
);

/** Returns whether the schema of a query rejects a parameter that is not UTF-8. */
function rejectsInvalidUtf8(schema: Schema, name: string): boolean {
  const query = { schema, value: { [name]: invalidUtf8Value } };
  const { [name]: problems = [] } = validate({ query }).failures;
  return problems.includes('must be percent-encoded UTF-8');
}

const queryParameters = endpoints.flatMap((entry) => {
  const { query } = entry.endpoint.request ?? {};
  if (!(query instanceof z.ZodMiniObject)) return [];
  return Object.keys(query.shape).map((name) => {
    return { name, id: entry.id, entry, isRejected: rejectsInvalidUtf8(query, name) };
  });
});
const rejected = queryParameters.filter(({ isRejected }) => isRejected);
const sampled = selectOneOfEachKind(rejected.map(({ entry }) => entry));
const sampledParameters = rejected.filter(({ entry }) => sampled.includes(entry));
/** Handlers check the parameters of an authorization, to redirect with the errors. */
const redirectParameters = queryParameters.filter(({ isRejected }) => !isRejected);

it('the schema of each query rejects parameters that are not UTF-8, except where errors redirect (M12)', () => {
  const redirecting = new Set(redirectParameters.map(({ id }) => id));
  expect([...redirecting]).toEqual([
    'auth/authorize',
    'auth/authorize/redirect',
    'auth/connect/callback',
  ]);
  expect(rejected.length).toBeGreaterThan(50);
});

/** Follows the redirect of an authorization request that was sent to the main host (A22). */
async function followToAuthorization(response: TestResponse): Promise<TestResponse> {
  const location = response.headers.get('location') ?? '';
  const forwarded = ['oauth2/authorize/', 'connect/'];
  const isForwarded = forwarded.some((path) =>
    location.startsWith(`${urls.auth}/v7.0/${path}`),
  );
  return isForwarded ? send(urls, 'GET', location) : response;
}

it.each([...redirectParameters, ...sampledParameters])(
  'the parameter $name of $id must be UTF-8 (M12)',
  async ({ name, entry }) => {
    const response = await sendTo(entry, ownerToken, { notUtf8: name });
    const { status, headers } = await followToAuthorization(response);
    const redirectError = new URL(headers.get('location') ?? 'none:').searchParams.get(
      'error',
    );
    const expected = status === 303 ? [303, 'invalid_request'] : [400, null];
    expect([status, redirectError]).toEqual(expected);
  },
);

const paths = Map.groupBy(endpoints, ({ endpoint: { host, path } }) => `${host} ${path}`);
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;

it.each([...paths])(
  '%s responds 405 with Allow to other methods (M3)',
  async (_, entries) => {
    const [entry] = entries;
    if (!entry) return;
    const { host, versions } = entry.endpoint;
    const served = entries.flatMap(({ endpoint }) => getRequestMethods(endpoint));
    const isOpen = isOpenToAnyOrigin(host, getErrorShape(entry.endpoint));
    const allowed: readonly string[] = isOpen ? [...served, 'OPTIONS'] : served;
    const path = buildPath(entry, versions[0]);
    const expectNotAllowed = async (method: (typeof methods)[number]) => {
      const response = await call(method, path, { host, token: ownerToken });
      expect(response.status, method).toBe(405);
      expect(response.headers.get('allow')?.split(/, */).sort(), method).toEqual(
        allowed.toSorted(),
      );
    };
    // One integration responds to all other methods, as the tests of the template prove. The first
    // and the last method represent the others.
    const others = methods.filter((method) => !allowed.includes(method));
    await Promise.all([...others.slice(0, 1), ...others.slice(-1)].map(expectNotAllowed));
  },
);

const malformedTokens = [
  'x',
  'fit_at_x_y_z',
  `fit_at_${'0'.repeat(36)}_${'0'.repeat(26)}_${'0'.repeat(59)}`,
  'a.b.c',
  '"; --',
];

// The tests of the template prove that each of these endpoints has the authorizer, and those of the
// pipeline that each has a caller.
const sampledProtected = selectOneOfEachKind(protectedEndpoints);

describe.each(withIds(sampledProtected))(
  '%s, as every protected endpoint,',
  (_, entry) => {
    it('challenges a request without a token (A11)', async () => {
      const response = await sendTo(entry, undefined, { item: unknownId });
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe(
        'Bearer realm="fitness-data"',
      );
    });

    it.each(malformedTokens)('rejects the malformed token %j (A11)', async (token) => {
      const response = await sendTo(entry, token, { item: unknownId });
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toContain('error="invalid_token"');
    });
  },
);

it.each(withIds(selectOneOfEachKind(userEndpoints)))(
  '%s, as every endpoint for users, rejects a client token (A2)',
  async (_, entry) => {
    const response = await sendTo(entry, clientToken, { item: unknownId });
    expect(response.status).toBe(403);
  },
);

/** Ids that an endpoint could mistake for another key. */
const unknownIds = [unknownId, 'a'.repeat(1200), 'DATA_SOURCE%23%00'];
/** Ids that the host decodes, in the same way for all its endpoints. */
const encodedIds = ['x', '%00', '%F0%9F%98%80', '..%2F..%2Fx', '%27%20OR%201'];

describe.each(withIds(itemEndpoints))('%s, an endpoint for one item,', (_, entry) => {
  const isSampled = selectOneOfEachKind(itemEndpoints).includes(entry);
  const ids = isSampled ? [...unknownIds, ...encodedIds] : unknownIds;

  it('responds 404 to unknown ids (M3)', async () => {
    for (const item of ids)
      expect((await sendTo(entry, ownerToken, { item })).status, item).toBe(404);
  });
});

describe.each(withIds(ownItemEndpoints))(
  "%s, an endpoint for a user's own item,",
  (_, entry) => {
    /** Returns the error body without the id of the request. */
    const omitId = ({ text }: TestResponse, id: string) => text.replaceAll(id, '<id>');

    it("responds to another user's item as to an unknown one (M3)", async () => {
      const { item = '' } = await buildValidRequest(entry, asOwner);
      const foreign = await sendTo(entry, strangerToken, { item });
      const unknown = await sendTo(entry, strangerToken, { item: unknownId });
      expect(foreign.status).toBe(404);
      expect(omitId(foreign, item)).toBe(omitId(unknown, unknownId));
    });
  },
);
