import { describe, expect, it } from 'vitest';
import { call } from '#kit/call.ts';
import { issueClientToken, issueUserToken, newPerson } from '#kit/fixtures.ts';
import type { TestResponse } from '#kit/send.ts';
import { getErrorShape, getRequestMethods } from '#shared/contract/endpoint.ts';
import { isOpenToAnyOrigin } from '#shared/contract/response-headers.ts';
import { fullScope } from '#shared/contract/scopes.ts';
import { buildPath, unknownId } from './endpoint-path.ts';
import {
  endpoints,
  hasItemOfUser,
  newOwner,
  selectOneOfEachKind,
  withIds,
} from './endpoint-requests.ts';
import { buildValidRequest } from './valid-requests.ts';

// `call` also compares every error here with what the endpoint declares.

const protectedEndpoints = endpoints.filter(({ endpoint }) => endpoint.auth !== 'public');
const userEndpoints = protectedEndpoints.filter(
  ({ endpoint }) => endpoint.auth === 'user',
);
const itemEndpoints = endpoints.filter(({ endpoint }) => endpoint.path.includes('{'));
const applicationEndpoints = protectedEndpoints.filter(
  ({ endpoint }) => endpoint.auth === 'application',
);
const ownItemEndpoints = [...userEndpoints, ...applicationEndpoints].filter(
  (entry) => entry.endpoint.path.includes('{id}') && hasItemOfUser(entry),
);

const { getToken, send: asOwner, sendTo } = await newOwner();
const everyScope = `${fullScope} measurements.write`;
const userToken = await issueUserToken(await newPerson(), undefined, everyScope);
const clientToken = await issueClientToken();

it.each(withIds(selectOneOfEachKind(endpoints)))(
  '%s responds 404 under any other version, as every endpoint of its kind',
  async (_, entry) => {
    const response = await sendTo(entry, getToken(entry), {
      version: 'v6.9',
      item: unknownId,
    });
    expect(response.status).toBe(404);
  },
);

const paths = Map.groupBy(endpoints, ({ endpoint: { host, path } }) => `${host} ${path}`);
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;

it.each([...paths].map(([path, entries], index) => [path, entries, index] as const))(
  '%s responds 405 with Allow to another method',
  async (_, entries, index) => {
    const [entry] = entries;
    if (!entry) return;
    const { host, versions } = entry.endpoint;
    const served = entries.flatMap(({ endpoint }) => getRequestMethods(endpoint));
    const isOpen = isOpenToAnyOrigin(host, getErrorShape(entry.endpoint));
    const allowed: readonly string[] = isOpen ? [...served, 'OPTIONS'] : served;
    const path = buildPath(entry, versions[0]);
    // One integration responds to all other methods, as the tests of the template prove. So one of
    // them is sent to each path, in turn.
    const others = methods.filter((name) => !allowed.includes(name));
    const method = others[index % others.length];
    if (!method) throw new Error('The path has no method that is not allowed.');
    const response = await call(method, path, { host, token: getToken(entry) });
    expect(response.status, method).toBe(405);
    expect(response.headers.get('allow')?.split(/, */).sort(), method).toEqual(
      allowed.toSorted(),
    );
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
    it('challenges a request without a token', async () => {
      const response = await sendTo(entry, undefined, { item: unknownId });
      expect(response.status).toBe(401);
      expect(response.text).toContain(
        'send an access token as Authorization: Bearer TOKEN',
      );
      expect(response.headers.get('www-authenticate')).toMatch(
        /^Bearer realm="fitness-data", resource_metadata="https?:[^"]+"$/,
      );
    });

    // One authorizer serves all of them, so the other kinds have one malformed token.
    const tokens = entry === sampledProtected[0] ? malformedTokens : ['x'];
    it.each(tokens)('rejects the malformed token %j', async (token) => {
      const response = await sendTo(entry, token, { item: unknownId });
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toContain('error="invalid_token"');
    });
  },
);

it.each(withIds(selectOneOfEachKind(userEndpoints)))(
  '%s, as every endpoint for users, rejects a client token',
  async (_, entry) => {
    const response = await sendTo(entry, clientToken, { item: unknownId });
    expect(response.status).toBe(403);
  },
);

it.each(withIds(applicationEndpoints))(
  '%s, an endpoint for applications, rejects a user token',
  async (_, entry) => {
    const response = await sendTo(entry, userToken, { item: unknownId });
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

  it('responds 404 to unknown ids', async () => {
    for (const item of ids)
      expect((await sendTo(entry, getToken(entry), { item })).status, item).toBe(404);
  });
});

describe.each(withIds(ownItemEndpoints))(
  '%s, an endpoint for an own item,',
  (_, entry) => {
    const strangerToken = entry.endpoint.auth === 'user' ? userToken : clientToken;

    /** Returns the error body without the ids of the item and of the request. */
    const omitIds = ({ text }: TestResponse, id: string) =>
      text.replaceAll(id, '<id>').replace(/"request_id":"[^"]+"/, '');

    it("responds to another owner's item as to an unknown one", async () => {
      const { item = '' } = await buildValidRequest(entry, asOwner);
      const foreign = await sendTo(entry, strangerToken, { item });
      const unknown = await sendTo(entry, strangerToken, { item: unknownId });
      expect(foreign.status).toBe(404);
      expect(omitIds(foreign, item)).toBe(omitIds(unknown, unknownId));
    });
  },
);
