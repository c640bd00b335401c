import { beforeAll, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { call } from '#kit/call.ts';
import { issueClientToken, newUserToken } from '#kit/fixtures.ts';
import type { Send, TestResponse } from '#kit/send.ts';
import { askAbout, buildPath, catalogue, unknownId, withIds } from './ask.ts';
import { goodRequest } from './good-requests.ts';
import { listLinks } from './links.ts';

// `call` itself holds every answer here, refusals included, against what the endpoint declares.

const { urls } = inject('service');
const open = catalogue.filter(({ endpoint }) => endpoint.auth === 'public');
const guarded = catalogue.filter(({ endpoint }) => endpoint.auth !== 'public');
const ofUsers = guarded.filter(({ endpoint }) => endpoint.auth === 'user');
const ofItems = catalogue.filter(({ endpoint }) => endpoint.path.includes('{'));
const ofOwners = ofUsers.filter(({ endpoint }) => endpoint.path.includes('{id}'));

let owner: string;
let stranger: string;
let application: string;

beforeAll(async () => {
  [owner, stranger, application] = await Promise.all([
    newUserToken(),
    newUserToken(),
    issueClientToken(),
  ]);
  // Each function is loaded at its first request; several at once take less time.
  await Promise.all(catalogue.map((entry) => ask(entry, owner)));
});

const asOwner: Send = (method, path, options) => call(method, path, { token: owner, ...options });
const ask = askAbout(asOwner);

/** The paths of our own to which an answer leads, by its links or by its Location. */
function pathsIn({ body, headers }: TestResponse): string[] {
  return [...listLinks(body), headers.get('location') ?? '']
    .map((address) => (address.startsWith(urls.auth) ? address.slice(urls.auth.length) : address))
    .filter((address) => address.startsWith('/'));
}

describe.each(withIds(catalogue))('%s', (_, entry) => {
  const { endpoint } = entry;

  it('answers the same with and without the slash, at every version, and leads on under that version (M1, M2)', async () => {
    for (const version of endpoint.versions) {
      for (const slash of [true, false]) {
        const answer = await ask(entry, owner, { version, slash });
        expect(answer.accepted, `${version} ${slash} ${answer.status} ${answer.text}`).toBe(true);
        for (const path of pathsIn(answer))
          expect(path.slice(0, version.length + 2)).toBe(`/${version}/`);
      }
    }
  });

  it('is found under its own versions only (M2)', async () => {
    expect((await ask(entry, owner, { version: 'v6.9', item: unknownId })).status).toBe(404);
  });

  it('ignores parameters of the query that it does not know (M10)', async () => {
    const query = { utm_source: 'x', 'a[b]': 'c', user: 'x', constructor: 'x', '': 'x' };
    const answer = await ask(entry, owner, { query });
    expect(answer.accepted, `${answer.status} ${answer.text}`).toBe(true);
  });

  it('emits no link that does not resolve with the same token (M8)', async () => {
    const { host } = endpoint;
    const follow = async (href: string) => {
      const { status, text } = await call('GET', href, { host, token: owner });
      expect(status, `${href}: ${text.slice(0, 200)}`).toBe(200);
    };
    await Promise.all([...listLinks((await ask(entry, owner)).body)].map(follow));
  });
});

const withQuery = catalogue.flatMap((entry) => {
  const { query } = entry.endpoint.request ?? {};
  const names = query instanceof z.ZodMiniObject ? Object.keys(query.shape) : [];
  return names.map((name) => [name, entry.id, entry] as const);
});

it.each(withQuery)(
  'the parameter %s of %s is refused in bytes that are no UTF-8 (M12)',
  async (name, _, entry) => {
    const { status, headers } = await ask(entry, owner, { unreadable: name });
    const goesBack = new URL(headers.get('location') ?? 'none:').searchParams.get('error');
    expect([status, goesBack]).toEqual(status === 303 ? [303, 'invalid_request'] : [400, null]);
  },
);

const paths = Map.groupBy(catalogue, ({ endpoint: { host, path } }) => `${host} ${path}`);
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;

it.each([...paths])('%s answers 405 with Allow to every other method (M3)', async (_, entries) => {
  const allowed: readonly string[] = entries.map(({ endpoint }) => endpoint.method).sort();
  const [entry] = entries;
  if (!entry) return;
  const { host, versions } = entry.endpoint;
  for (const method of methods.filter((method) => !allowed.includes(method))) {
    const answer = await call(method, buildPath(entry, versions[0]), { host, token: owner });
    expect(answer.status, method).toBe(405);
    expect(answer.headers.get('allow')?.split(/, */).sort(), method).toEqual(allowed);
  }
});

describe.each(withIds(open))('%s, which is open', (_, entry) => {
  it.each(['none', 'invented', 'of an application'])(
    'does not look at a token: %s',
    async (kind) => {
      const token = { none: undefined, invented: 'fit_at_x_y_z' }[kind] ?? application;
      const answer = await ask(entry, kind === 'none' ? undefined : token);
      expect(answer.accepted, `${answer.status} ${answer.text}`).toBe(true);
    },
  );
});

describe.each(withIds(guarded))('%s, which is not open', (_, entry) => {
  it('asks for a token where there is none (A11)', async () => {
    const answer = await ask(entry, undefined, { item: unknownId });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="fitness-data"');
  });

  it.each([
    'x',
    'fit_at_x_y_z',
    `fit_at_${'0'.repeat(36)}_${'0'.repeat(26)}_${'0'.repeat(59)}`,
    'a.b.c',
    '"; --',
  ])('refuses the invented token %j as invalid (A11)', async (token) => {
    const answer = await ask(entry, token, { item: unknownId });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toContain('error="invalid_token"');
  });
});

describe.each(withIds(ofUsers))('%s, of users', (_, entry) => {
  it('refuses an application token (A2)', async () => {
    expect((await ask(entry, application, { item: unknownId })).status).toBe(403);
  });
});

describe.each(withIds(ofItems))('%s, of items', (_, entry) => {
  it.each([
    unknownId,
    'x',
    '%00',
    '%F0%9F%98%80',
    '..%2F..%2Fx',
    'a'.repeat(1200),
    'DATA_SOURCE%23x',
    '%27%20OR%201',
  ])('finds nothing under the unknown id %j (M3)', async (item) => {
    expect((await ask(entry, owner, { item })).status).toBe(404);
  });
});

describe.each(withIds(ofOwners))('%s, of owners', (_, entry) => {
  /** The error body without what differs between two requests by their nature. */
  const withoutId = ({ text }: TestResponse, id: string) => text.replaceAll(id, '<id>');

  it("shows someone else's item exactly as an unknown one (M3)", async () => {
    const { item = '' } = await goodRequest(entry, asOwner);
    const foreign = await ask(entry, stranger, { item });
    const unknown = await ask(entry, stranger, { item: unknownId });
    expect(foreign.status).toBe(404);
    expect(withoutId(foreign, item)).toBe(withoutId(unknown, unknownId));
  });
});
