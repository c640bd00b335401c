import { beforeAll, describe, expect, it } from 'vitest';
import { type CatalogueEntry, discoverEndpoints } from '../../lib/catalogue.ts';
import { errorShapeOf, resourceOf } from '../../shared/contract/endpoint.ts';
import { type Answer, call, type SendOptions } from '../kit/call.ts';
import { applicationToken, userToken } from '../kit/fixtures.ts';
import type { Send } from '../kit/send.ts';
import { arrangements, bodyFor } from './arrangements.ts';
import { linksOf } from './links.ts';

const catalogue = await discoverEndpoints();
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Endpoints that want a caller: the resources of the main interface and the diary. */
const guarded = catalogue.filter(({ endpoint }) => endpoint.caller !== 'none');
const named = (entries: readonly CatalogueEntry[]) => entries.map((entry) => [entry.id, entry] as const);
const ofUsers = guarded.filter(({ endpoint }) => endpoint.caller === 'user');
const ofItems = ofUsers.filter(({ endpoint }) => endpoint.path.includes('{id}'));
const withJson = guarded.filter(({ endpoint }) => endpoint.request?.json);

let owner: string;
let stranger: string;
let application: string;

beforeAll(async () => {
  [owner, stranger, application] = await Promise.all([userToken(), userToken(), applicationToken()]);
});

const asOwner: Send = (method, path, options) => call(method, path, { token: owner, ...options });

const unknownId = '01k9zzzzzz00000000000000000000000000';

/** Sends the request that the endpoint declares, with a body that it accepts. */
async function send(
  entry: CatalogueEntry,
  token: string | undefined,
  {
    item = unknownId,
    version = entry.endpoint.versions[0] as string,
    slash = true,
    ...options
  }: SendOptions & {
    item?: string;
    version?: string;
    slash?: boolean;
  } = {},
): Promise<Answer> {
  const { endpoint } = entry;
  const query = String(new URLSearchParams(endpoint.examples?.[0]?.query));
  const path = `/${version}${endpoint.path.replace('{id}', item)}`;
  const body = options.body === undefined && options.json === undefined ? await bodyFor(entry, asOwner) : {};
  return call(endpoint.method, (slash ? path : path.replace(/\/$/, '')) + (query && `?${query}`), {
    host: endpoint.host,
    token,
    ...body,
    ...options,
  });
}

/** Makes an item of the resource that belongs to the owner. */
function arrange({ endpoint }: CatalogueEntry): Promise<string> {
  const resource = resourceOf(endpoint);
  const make = arrangements[resource];
  if (!make) throw new Error(`test/contract/arrangements.ts does not say how to make a ${resource}.`);
  return make(asOwner);
}

const itemFor = (entry: CatalogueEntry) =>
  entry.endpoint.path.includes('{id}') ? arrange(entry) : Promise.resolve(unknownId);

/** The error body without what differs between two requests by their nature. */
const withoutId = ({ text }: Answer, id: string) => text.replaceAll(id, '<id>');

function expectErrorShape({ endpoint }: CatalogueEntry, { body, headers }: Answer): void {
  const shape = errorShapeOf(endpoint);
  if (shape === 'page') expect(headers.get('content-type')).toContain('text/html');
  else if (shape === 'hal') expect(body).toMatchObject({ _links: { documentation: [{}] } });
  else expect(body).toMatchObject({ error: expect.any(String), error_description: expect.any(String) });
}

describe.each(named(guarded))('%s', (_, entry) => {
  it('asks for a token where there is none', async () => {
    const answer = await send(entry, undefined);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer realm="[^"]+"$/);
    expectErrorShape(entry, answer);
  });

  it.each([
    'x',
    'fit_at_x_y_z',
    `fit_at_${'0'.repeat(36)}_${'0'.repeat(26)}_${'0'.repeat(59)}`,
    'a.b.c',
    '"; --',
  ])('refuses the invented token %j as invalid', async (token) => {
    const answer = await send(entry, token);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toContain('error="invalid_token"');
    expectErrorShape(entry, answer);
  });

  it('answers 405 with Allow to every other method', async () => {
    const { host, path, versions } = entry.endpoint;
    const taken = catalogue
      .filter(({ endpoint }) => endpoint.host === host && endpoint.path === path)
      .map(({ endpoint }) => endpoint.method);
    const others = methods.filter((method) => !taken.includes(method));
    for (const method of others) {
      const answer = await call(method, `/${versions[0]}${path.replace('{id}', unknownId)}`, {
        host,
        token: owner,
      });
      expect(answer.status, method).toBe(405);
      expect(answer.headers.get('allow')?.split(/, */).sort()).toEqual([...taken].sort());
    }
  });

  it('is found under its own versions only', async () => {
    const answer = await send(entry, owner, { version: 'v6.9' });
    expect(answer.status).toBe(404);
    expectErrorShape(entry, answer);
  });

  it('answers the same with and without the slash, at every version, with links under that version', async () => {
    for (const version of entry.endpoint.versions) {
      for (const slash of [true, false]) {
        const item = await itemFor(entry);
        const answer = await send(entry, owner, { item, version, slash });
        expect(answer.status, `${version} ${slash} ${answer.text}`).toBeLessThan(300);
        for (const href of linksOf(answer.body).filter((href) => href.startsWith('/'))) {
          expect(href).toMatch(new RegExp(`^/${version.replace('.', '\\.')}/`));
        }
      }
    }
  });

  it('emits no link that does not resolve with the same token', async () => {
    const answer = await send(entry, owner, { item: await itemFor(entry) });
    for (const href of linksOf(answer.body)) {
      const { status, text } = await call('GET', href, { host: entry.endpoint.host, token: owner });
      expect(status, `${href}: ${text.slice(0, 200)}`).toBe(200);
    }
  });
});

describe.each(named(ofUsers))('%s, of users', (_, entry) => {
  it('refuses an application token', async () => {
    const answer = await send(entry, application, { item: await itemFor(entry) });
    expect(answer.status).toBe(403);
    expectErrorShape(entry, answer);
  });
});

describe.each(named(ofItems))('%s, of items', (_, entry) => {
  it.each([
    unknownId,
    'x',
    '%00',
    '%F0%9F%98%80',
    '..%2F..%2Fx',
    'a'.repeat(1200),
    'DATA_SOURCE%23x',
    '%27%20OR%201',
  ])('finds nothing under the unknown id %j', async (item) => {
    const answer = await send(entry, owner, { item });
    expect(answer.status).toBe(404);
    expectErrorShape(entry, answer);
  });

  it("shows someone else's item exactly as an unknown one", async () => {
    const item = await arrange(entry);
    if (item === 'self') return;
    const foreign = await send(entry, stranger, { item });
    const unknown = await send(entry, stranger);
    expect(foreign.status).toBe(404);
    expect(withoutId(foreign, item)).toBe(withoutId(unknown, unknownId));
  });
});

const deep = (levels: number) => `${'[{"a":'.repeat(levels)}1${'}]'.repeat(levels)}`;

describe.each(named(withJson))('%s, of JSON', (_, entry) => {
  it.each([
    ['not JSON', '{"name": ', 400],
    ['not JSON at all', 'name=x', 400],
    ['a list', '[]', 400],
    ['a text', '"x"', 400],
    ['null', 'null', 400],
    ['deeply nested', deep(5000), 400],
    ['empty', '', 400],
    ['larger than the limit', JSON.stringify({ name: 'x'.repeat(300_000) }), 413],
  ])('answers a body that is %s with a clear refusal', async (_name, body, status) => {
    const answer = await send(entry, owner, {
      item: await itemFor(entry),
      body,
      headers: { 'Content-Type': 'application/json' },
    });
    const acceptable = entry.endpoint.host === 'diary' ? [400, 413, 422] : [status];
    expect(acceptable, answer.text).toContain(answer.status);
    expectErrorShape(entry, answer);
  });

  it('ignores members that it does not know, those of prototypes and keys included', async () => {
    const item = await itemFor(entry);
    const { json: known } = await bodyFor(entry, asOwner);
    const body = JSON.stringify(known).replace(
      /^\{/,
      '{"__proto__":{"polluted":true},"constructor":{"prototype":{}},"id":"x","pk":"USER#x","sk":"y","user_id":"z","_links":{"self":[{"href":"/x","id":"x"}]},',
    );
    const answer = await send(entry, owner, {
      item,
      body: body.replace(/,\}$/, '}'),
      headers: { 'Content-Type': 'application/json' },
    });
    expect([200, 201, 400], answer.text).toContain(answer.status);
    expect(answer.text).not.toContain('polluted');
  });

  it('wants the body as JSON', async () => {
    const answer = await send(entry, owner, {
      item: await itemFor(entry),
      body: 'a=b',
      headers: { 'Content-Type': 'text/plain' },
    });
    expect(answer.status).toBe(415);
    expectErrorShape(entry, answer);
  });
});
