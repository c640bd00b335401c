import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createAuthorizedSend } from './authorized-send.ts';
import { openSession } from './session.ts';
import { createMemoryStorage, openStoredValue } from './storage.ts';
import { openTokenEndpoint, type SessionTokens } from './token-endpoint.ts';

const versions = { main: 'v7.1', diary: 'v2' };

interface ApiDocument {
  paths: Record<string, { post?: { parameters?: { name?: string }[] } }>;
}

/** Lists the URLs of all POST operations in the OpenAPI document of a host. */
function listPosts(host: keyof typeof versions) {
  const text = readFileSync(`docs/openapi/${host}.json`, 'utf8');
  const { paths }: ApiDocument = JSON.parse(text);
  return Object.entries(paths).flatMap(([path, { post }]) => {
    if (!post) return [];
    const { parameters = [] } = post;
    const takesKey = parameters.some(({ name }) => name === 'Idempotency-Key');
    const filled = path.replaceAll(/\{\w+\}/g, '01kah7v0tq');
    return { url: `https://${host}.example/${versions[host]}${filled}`, takesKey };
  });
}

/** Sends a POST with a session, and returns its headers. */
async function post(url: string, isStrict = true, headers = {}): Promise<Headers> {
  let sent = new Headers();
  const send = async (request: Request) => {
    sent = request.headers;
    return new Response();
  };
  const clientId = 'reader';
  const stored = openStoredValue<SessionTokens>(createMemoryStorage(), 'tokens');
  const tokenEndpoint = openTokenEndpoint({ url, clientId, send });
  const session = openSession({ name: 'session', stored, tokenEndpoint });
  await session.start({
    access_token: 'access',
    refresh_token: 'refresh',
    expires_at: Date.now() + 3_600_000,
    user_id: '1',
    scope: 'read write',
  });
  await createAuthorizedSend({ session, clientId, send, isStrict })(
    new Request(url, { method: 'POST', headers }),
  );
  return sent;
}

const posts = [...listPosts('main'), ...listPosts('diary')];
const creating = posts.filter(({ takesKey }) => takesKey);
const others = posts.filter(({ takesKey }) => !takesKey);

it.each(creating)('sends an Idempotency-Key to $url', async ({ url }) => {
  expect((await post(url)).has('Idempotency-Key')).toBe(true);
});

it.each(others)('sends no Idempotency-Key to $url', async ({ url }) => {
  expect((await post(url)).has('Idempotency-Key')).toBe(false);
});

it('asks the service to refuse names that it does not know, unless told otherwise', async () => {
  const [{ url = '' } = {}] = posts;
  expect((await post(url)).get('Prefer')).toBe('handling=strict');
  expect((await post(url, false)).has('Prefer')).toBe(false);
  const own = { Prefer: 'handling=lenient' };
  expect((await post(url, true, own)).get('Prefer')).toBe('handling=lenient');
});
