import { beforeAll, expect, it } from 'vitest';
import { call } from '#kit/call.ts';
import { issueUserToken, newPerson, type TestPerson } from '#kit/fixtures.ts';
import { coversScope, fullScope, scopes } from '#shared/contract/scopes.ts';
import { buildPath } from './endpoint-path.ts';
import { endpoints, withIds } from './endpoint-requests.ts';

// The tests of the pipeline prove that it checks the scope before it reads the body, and those of
// the contract that each endpoint accepts a token with its scope alone.

const scopedEndpoints = endpoints.filter(
  ({ endpoint }) => endpoint.auth !== 'public' && endpoint.scope !== 'any',
);

let owner: TestPerson;
beforeAll(async () => {
  owner = await newPerson();
});

const tokens = new Map<string, Promise<string>>();

/** Returns a token of the owner. */
function getToken(granted: string): Promise<string> {
  const token = tokens.get(granted) ?? issueUserToken(owner, undefined, granted);
  tokens.set(granted, token);
  return token;
}

// RFC 6750 section 3.1.
it.each(withIds(scopedEndpoints))(
  '%s is forbidden with all other scopes together',
  async (_, entry) => {
    const { method, host, versions, scope = fullScope } = entry.endpoint;
    const others = scopes.filter((granted) => !coversScope(granted, scope));
    const token = await getToken(others.join(' '));
    const response = await call(method, buildPath(entry, versions[0]), { host, token });
    expect(response.status).toBe(403);
    expect(response.text).toContain(`must have the scope ${scope}`);
    expect(response.headers.get('x-amzn-remapped-www-authenticate')).toBe(
      `Bearer realm="fitness-data", error="insufficient_scope", scope="${scope}"`,
    );
  },
);
