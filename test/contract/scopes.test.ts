import { beforeAll, describe, expect, it } from 'vitest';
import { call } from '#kit/call.ts';
import { issueUserToken, newPerson, type TestPerson } from '#kit/fixtures.ts';
import type { Send } from '#kit/send.ts';
import type { EndpointEntry } from '#lib/definitions.ts';
import { coversScope, fullScope, scopes } from '#shared/contract/scopes.ts';
import { buildPath } from './endpoint-path.ts';
import { createEndpointSender, endpoints, withIds } from './endpoint-requests.ts';
import { buildValidRequest } from './valid-requests.ts';

const protectedEndpoints = endpoints.filter(({ endpoint }) => endpoint.auth !== 'public');
const scopedEndpoints = protectedEndpoints.filter(
  ({ endpoint }) => endpoint.scope !== 'any',
);
const unscopedEndpoints = protectedEndpoints.filter(
  ({ endpoint }) => endpoint.scope === 'any',
);

/** Tokens that the same user granted, by their scope. */
const tokens = new Map<string, string>();

let owner: TestPerson;

beforeAll(async () => {
  owner = await newPerson();
  for (const scope of scopes) {
    tokens.set(scope, await issueUserToken(owner, undefined, scope));
  }
});

const asOwner: Send = (method, path, options) =>
  call(method, path, { token: tokens.get(fullScope), ...options });
const sendTo = createEndpointSender(asOwner);

/** Reads all that the owner sees of an endpoint's resource: its collection and an item. */
async function readState({ endpoint }: EndpointEntry, item: string | undefined) {
  const { host, path, versions } = endpoint;
  const [collection = ''] = path.split('/{');
  const readers = endpoints.filter((entry) => {
    const isRead = entry.endpoint.method === 'GET' && entry.endpoint.host === host;
    return isRead && entry.endpoint.path.startsWith(collection);
  });
  const reads = readers.map((reader) => {
    const [example] = reader.endpoint.examples ?? [];
    const query = new URLSearchParams(example?.query);
    return asOwner('GET', `${buildPath(reader, versions[0], item)}?${query}`, { host });
  });
  const responses = await Promise.all(reads);
  return responses.map(({ body }) => body);
}

describe.each(withIds(scopedEndpoints))('%s, which needs a scope', (_, entry) => {
  const { method, host, versions, scope = fullScope } = entry.endpoint;
  const others = scopes.filter((granted) => !coversScope(granted, scope));

  it('is forbidden with each other scope and with all others together, and changes nothing (A20, RFC 6750 section 3.1)', async () => {
    const valid = await buildValidRequest(entry, asOwner);
    const { item, query, status: _status, ...content } = valid;
    const path = `${buildPath(entry, versions[0], item)}?${new URLSearchParams(query)}`;
    const before = await readState(entry, item);

    const jointToken = await issueUserToken(owner, undefined, others.join(' '));
    const separateTokens = others.map((granted) => tokens.get(granted));
    for (const token of [...separateTokens, jointToken]) {
      const response = await call(method, path, { ...content, host, token });
      expect(response.status).toBe(403);
      expect(response.text).toContain(`must have the scope ${scope}`);
      expect(response.headers.get('x-amzn-remapped-www-authenticate')).toBe(
        `Bearer realm="fitness-data", error="insufficient_scope", scope="${scope}"`,
      );
    }
    expect(await readState(entry, item)).toEqual(before);
  });

  it('accepts a token with its scope alone (A20)', async () => {
    const response = await sendTo(entry, tokens.get(scope));
    expect(response.isAccepted, `${response.status} ${response.text}`).toBe(true);
  });
});

describe.each(withIds(unscopedEndpoints))('%s, which needs no scope', (_, entry) => {
  it('accepts a token with any scope (A20)', async () => {
    const response = await sendTo(entry, tokens.get('profile.read'));
    expect(response.isAccepted, `${response.status} ${response.text}`).toBe(true);
  });
});
