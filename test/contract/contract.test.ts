import { describe, expect, inject, it } from 'vitest';
import { requireService } from '#kit/built-code.ts';
import { callService } from '#kit/call.ts';
import { issueUserToken } from '#kit/fixtures.ts';
import type { TestResponse } from '#kit/send.ts';
import type { EndpointEntry } from '#lib/endpoints.ts';
import type { Host } from '#shared/contract/endpoint.ts';
import { fullScope } from '#shared/contract/scopes.ts';
import {
  type EndpointResponse,
  endpoints,
  newOwner,
  withIds,
} from './endpoint-requests.ts';
import { listLinks, sampleLinks } from './links.ts';

// Each endpoint is called over HTTP here, so its deployed code runs. `callService` also compares
// every response, errors included, with what the endpoint declares.

// All functions are called, so building them together takes less time.
await requireService();
const { urls } = inject('service');

const { person: owner, getToken, send: asOwner, sendTo } = await newOwner(callService);
const tokens = new Map<string, Promise<string>>();

/** Returns the owner's token with the scope of an endpoint alone. Any scope is enough for some. */
async function getLeastToken(entry: EndpointEntry): Promise<string> {
  const { auth, scope = fullScope } = entry.endpoint;
  if (auth === 'application') return getToken(entry);
  const granted = scope === 'any' ? 'profile.read' : scope;
  const token = tokens.get(granted) ?? issueUserToken(owner, undefined, granted);
  tokens.set(granted, token);
  return token;
}

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
  // A request to the diary has its headers.
  const target = href.startsWith(urls.diary) ? 'diary' : host;
  const response = linkResponses.get(key) ?? asOwner('GET', href, { host: target });
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
    sent ??= sendTo(entry, isPublic ? undefined : getToken(entry), {
      version: firstVersion,
    });
    return sent;
  }

  /** Expects a response that accepts the request, and whose links keep the version. */
  function expectAccepted(response: EndpointResponse, version: string): void {
    response.requireAccepted();
    for (const path of listPaths(response))
      expect(path.startsWith(`/${version}/`), path).toBe(true);
  }

  it('responds at its first version with links to that version, without a token if it is public', async () => {
    expectAccepted(await getResponse(), firstVersion);
  });

  it('responds at its last version to a token with its scope alone, a path without a trailing slash and unknown query parameters', async () => {
    const query = { utm_source: 'x', 'a[b]': 'c', user: 'x', constructor: 'x', '': 'x' };
    const change = { version: lastVersion, slash: false, query };
    // A public endpoint does not read the token.
    const token = isPublic ? 'fit_at_x_y_z' : await getLeastToken(entry);
    expectAccepted(await sendTo(entry, token, change), lastVersion);
  });

  it('has only links that the same token can read', async () => {
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
