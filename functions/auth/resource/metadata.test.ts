import { describe, expect, inject, it } from 'vitest';
import { callHandler } from '#kit/call-handler.ts';
import type { ProtectedResource } from './protected-resource.ts';

const { urls } = inject('service');
const wellKnown = '/.well-known/oauth-protected-resource';

const protectedPaths = [
  { host: 'main', method: 'GET', path: '/v7.1/user/self/' },
  { host: 'diary', method: 'GET', path: '/v2/diary' },
  { host: 'mcp', method: 'POST', path: '/' },
] as const;

/** Follows the challenge of a request without a valid token to the metadata of the host. */
async function followChallenge(
  { host, method, path }: (typeof protectedPaths)[number],
  token?: string,
) {
  const refused = await callHandler(method, path, { host, ...(token && { token }) });
  const challenge = refused.headers.get('www-authenticate') ?? '';
  const [, url = ''] = /resource_metadata="([^"]+)"/.exec(challenge) ?? [];
  const asked = url.replace(urls.auth, '');
  const { body } = await callHandler<ProtectedResource>('GET', asked, { host: 'auth' });
  return { status: refused.status, challenge, body };
}

// RFC 9728.
describe('the metadata of a host', () => {
  it.each(protectedPaths)('is named by the challenge of $host', async (protectedPath) => {
    const { host } = protectedPath;
    const { status, challenge, body } = await followChallenge(protectedPath);
    expect(status).toBe(401);
    expect(challenge).not.toContain('error=');
    expect(body).toMatchObject({
      resource: urls[host],
      authorization_servers: [urls.main],
      bearer_methods_supported: ['header'],
    });
    const invalid = await followChallenge(protectedPath, 'fit_at_x');
    expect(invalid.challenge).toContain('error="invalid_token"');
    expect(invalid.body).toEqual(body);
  });

  it.each(protectedPaths)('is at the well-known URL of $host', async ({ host }) => {
    const { body } = await callHandler<ProtectedResource>('GET', wellKnown, { host });
    expect(body.resource).toBe(urls[host]);
  });

  it.each(['main', 'auth'] as const)('of the MCP endpoint is on %s', async (host) => {
    const path = `${wellKnown}/mcp`;
    const { body } = await callHandler<ProtectedResource>('GET', path, { host });
    expect(body.resource).toBe(urls.mcp);
    expect(body.scopes_supported).toEqual([
      'diary.read',
      'diary.write',
      'connections.read',
      'connections.write',
    ]);
  });

  it('exists for no other name', async () => {
    for (const name of ['auth', 'cdn', 'x']) {
      const options = { host: 'auth' } as const;
      const { status } = await callHandler('GET', `${wellKnown}/${name}`, options);
      expect(status).toBe(404);
    }
  });
});
