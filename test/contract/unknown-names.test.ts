import { describe, expect, it } from 'vitest';
import { callHandler } from '#kit/call-handler.ts';
import { tellsIgnoredNames } from '#shared/contract/endpoint.ts';
import { endpoints, newOwner, withIds } from './endpoint-requests.ts';

const { getToken, sendTo } = await newOwner(callHandler);
const telling = endpoints.filter(({ endpoint }) => tellsIgnoredNames(endpoint));
const withJson = telling.filter(({ endpoint }) => endpoint.request?.json);
const silent = endpoints.filter(
  ({ endpoint: { host, errorShape } }) => host === 'main' && errorShape === 'oauth',
);

/** Adds a member before those of a body. */
const addMember = (json: unknown) => ({ nobody_knows: 1, ...(json as object) });

describe.each(withIds(telling))('%s', (_, entry) => {
  const query = { nobody_knows: '1' };

  it('names a parameter that it ignores', async () => {
    const response = await sendTo(entry, getToken(entry), { query });
    response.requireAccepted();
    expect(response.headers.get('ignored-parameters')).toBe('"nobody_knows"');
    expect(response.headers.get('ignored-members')).toBeNull();
  });
});

describe.each(withIds(withJson))('%s, an endpoint with JSON,', (_, entry) => {
  it('names a member that it ignores, and refuses it if that is preferred', async () => {
    const build = (headers: Readonly<Record<string, string>>) => ({
      replaceBody: ({ json }: { json?: unknown }) => ({
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(addMember(json)),
      }),
    });
    const accepted = await sendTo(entry, getToken(entry), build({}));
    accepted.requireAccepted();
    expect(accepted.headers.get('ignored-members')).toBe('"/nobody_knows"');
    const strict = build({ Prefer: 'handling=strict' });
    const refused = await sendTo(entry, getToken(entry), strict);
    expect(refused.status).toBe(entry.endpoint.host === 'diary' ? 422 : 400);
    expect(refused.text).toContain('nobody_knows');
  });
});

// RFC 6749 sections 3.1 and 3.2.
it.each(withIds(silent))('%s ignores names as its protocol says', async (_, entry) => {
  const query = { nobody_knows: '1' };
  const { headers } = await sendTo(entry, getToken(entry), { query });
  expect(headers.get('ignored-parameters')).toBeNull();
});
