import { beforeAll, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { call } from '#kit/call.ts';
import { issueClientToken, newUserToken } from '#kit/fixtures.ts';
import { type Send, send, type TestResponse } from '#kit/send.ts';
import { isOpenToAnyOrigin } from '#shared/contract/cors.ts';
import {
  getErrorShape,
  getRequestMethods,
  type Host,
} from '#shared/contract/endpoint.ts';
import { buildPath, unknownId } from './endpoint-path.ts';
import {
  createEndpointSender,
  type EndpointResponse,
  endpoints,
  hasItemOfUser,
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

let ownerToken: string;
let strangerToken: string;
let clientToken: string;

beforeAll(async () => {
  [ownerToken, strangerToken, clientToken] = await Promise.all([
    newUserToken(),
    newUserToken(),
    issueClientToken(),
  ]);
});

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

  it('responds at its last version to a path without a trailing slash, and ignores unknown query parameters (M1, M2, M10)', async () => {
    const query = { utm_source: 'x', 'a[b]': 'c', user: 'x', constructor: 'x', '': 'x' };
    const change = { version: lastVersion, slash: false, query };
    // A public endpoint does not read the token.
    const token = isPublic ? 'fit_at_x_y_z' : ownerToken;
    expectAccepted(await sendTo(entry, token, change), lastVersion);
  });

  it('responds 404 under any other version (M2)', async () => {
    const response = await sendTo(entry, ownerToken, {
      version: 'v6.9',
      item: unknownId,
    });
    expect(response.status).toBe(404);
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

const queryParameters = endpoints.flatMap((entry) => {
  const { query } = entry.endpoint.request ?? {};
  const names = query instanceof z.ZodMiniObject ? Object.keys(query.shape) : [];
  return names.map((name) => ({ name, id: entry.id, entry }));
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

it.each(queryParameters)(
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

/** Selects the first endpoint of each host, for behavior that is the same for all its endpoints. */
function selectOneOfEachHost(entries: typeof endpoints): typeof endpoints {
  const groups = Map.groupBy(entries, ({ endpoint }) => endpoint.host);
  return [...groups.values()].flatMap((group) => group.slice(0, 1));
}

const malformedTokens = [
  'x',
  'fit_at_x_y_z',
  `fit_at_${'0'.repeat(36)}_${'0'.repeat(26)}_${'0'.repeat(59)}`,
  'a.b.c',
  '"; --',
];

describe.each(withIds(protectedEndpoints))('%s, a protected endpoint,', (_, entry) => {
  it('challenges a request without a token (A11)', async () => {
    const response = await sendTo(entry, undefined, { item: unknownId });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer realm="fitness-data"');
  });

  const isSampled = selectOneOfEachHost(protectedEndpoints).includes(entry);

  it('rejects malformed tokens (A11)', async () => {
    const expectRejected = async (token: string) => {
      const response = await sendTo(entry, token, { item: unknownId });
      expect(response.status, token).toBe(401);
      expect(response.headers.get('www-authenticate'), token).toContain(
        'error="invalid_token"',
      );
    };
    const tokens = isSampled ? malformedTokens : malformedTokens.slice(0, 1);
    await Promise.all(tokens.map(expectRejected));
  });
});

describe.each(withIds(userEndpoints))('%s, an endpoint for users,', (_, entry) => {
  it('rejects a client token (A2)', async () => {
    const response = await sendTo(entry, clientToken, { item: unknownId });
    expect(response.status).toBe(403);
  });
});

/** Ids that an endpoint could mistake for another key. */
const unknownIds = [unknownId, '%00', 'a'.repeat(1200), 'DATA_SOURCE%23x'];
/** Ids that the host decodes, in the same way for all its endpoints. */
const encodedIds = ['x', '%F0%9F%98%80', '..%2F..%2Fx', '%27%20OR%201'];

describe.each(withIds(itemEndpoints))('%s, an endpoint for one item,', (_, entry) => {
  const isSampled = selectOneOfEachHost(itemEndpoints).includes(entry);
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
