import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { discoverDefinitions, discoverEndpoints } from './endpoints.ts';

const discoverConsumers = async (folder: string) => (await discoverDefinitions(folder)).consumers;
const discoverFunctions = async (folder: string) => (await discoverDefinitions(folder)).functions;

let root: string;

beforeAll(async () => {
  // Inside the project, so that the files can import from it.
  root = await mkdtemp(join(import.meta.dirname, '..', 'dist', 'endpoints-test-'));
});
afterAll(() => rm(root, { recursive: true }));

const good = {
  host: 'main',
  method: 'GET',
  path: '/thing/',
  versions: ['v7.1'],
  summary: 'List things',
  auth: 'user',
  responses: { 200: { description: 'Things.' } },
};

const exporting = (value: unknown) => `export default ${JSON.stringify(value)};`;

/** A folder of functions with these files. */
async function functions(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(root, 'functions-'));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}

describe('the catalogue', () => {
  it('has each endpoint under the id of its folder, in the order of the ids', async () => {
    const folder = await functions({
      'main/thing/list/endpoint.ts': exporting(good),
      'main/thing/list/handler.ts': '',
      'main/thing/create/endpoint.ts': exporting({ ...good, method: 'POST' }),
      'main/thing/create/handler.ts': '',
      'main/thing/thing.ts': '',
    });
    expect(await discoverEndpoints(folder)).toEqual([
      { id: 'main/thing/create', endpoint: { ...good, method: 'POST' } },
      { id: 'main/thing/list', endpoint: good },
    ]);
  });

  it.each<[string, unknown, RegExp]>([
    ['nothing', undefined, /functions\/main\/thing\/list: endpoint\.ts must have defineEndpoint/],
    ['null', null, /functions\/main\/thing\/list: endpoint\.ts must have defineEndpoint/],
    [
      'an empty object',
      {},
      /thing\/list: host must be main, auth or diary\n.*thing\/list: method must be /,
    ],
    ['no path', { ...good, path: undefined }, /functions\/main\/thing\/list: path must be a path/],
    [
      'no versions',
      { ...good, versions: [] },
      /functions\/main\/thing\/list: versions must be a list/,
    ],
    [
      'an unknown auth requirement',
      { ...good, auth: 'all' },
      /functions\/main\/thing\/list: auth must be public,/,
    ],
    [
      'no responses',
      { ...good, responses: {} },
      /functions\/main\/thing\/list: no response is declared/,
    ],
    [
      'a path without its slash',
      { ...good, path: '/thing' },
      /thing\/list: the path \/thing must end/,
    ],
    [
      "another host's version",
      { ...good, versions: ['v2'] },
      /thing\/list: the main host has the versions/,
    ],
  ])('refuses an endpoint that exports %s, by its folder', async (_, value, complaint) => {
    const folder = await functions({
      'main/thing/list/endpoint.ts': value === undefined ? '' : exporting(value),
      'main/thing/list/handler.ts': '',
    });
    await expect(discoverEndpoints(folder)).rejects.toThrow(complaint);
  });

  it('refuses an endpoint without a handler, and a handler without an endpoint', async () => {
    const folder = await functions({
      'main/thing/list/endpoint.ts': exporting(good),
      'main/thing/read/handler.ts': '',
    });
    const refusal = discoverEndpoints(folder);
    await expect(refusal).rejects.toThrow(
      'functions/main/thing/list has endpoint.ts but no handler.ts',
    );
    await expect(refusal).rejects.toThrow(
      'functions/main/thing/read has handler.ts but no endpoint.ts, consumer.ts, function.ts',
    );
  });

  it('refuses an endpoint that cannot be loaded, by its folder', async () => {
    const folder = await functions({
      'main/thing/list/endpoint.ts': "throw new Error('nothing here');",
      'main/thing/list/handler.ts': '',
    });
    await expect(discoverEndpoints(folder)).rejects.toThrow(
      'functions/main/thing/list/endpoint.ts cannot be loaded: nothing here',
    );
  });

  it('refuses two endpoints of one route, whatever they call its parameter', async () => {
    const folder = await functions({
      'main/thing/read/endpoint.ts': exporting({ ...good, path: '/thing/{id}/' }),
      'main/thing/read/handler.ts': '',
      'main/thing/show/endpoint.ts': exporting({ ...good, path: '/thing/{name}/' }),
      'main/thing/show/handler.ts': '',
    });
    await expect(discoverEndpoints(folder)).rejects.toThrow(
      'functions/main/thing/read and functions/main/thing/show both serve main GET /thing/{}/',
    );
  });

  it('refuses two names for the parameter at one place, which API Gateway does', async () => {
    const folder = await functions({
      'main/thing/read/endpoint.ts': exporting({ ...good, path: '/thing/{id}/' }),
      'main/thing/read/handler.ts': '',
      'main/thing/tag/list/endpoint.ts': exporting({ ...good, path: '/thing/{name}/tag/' }),
      'main/thing/tag/list/handler.ts': '',
    });
    await expect(discoverEndpoints(folder)).rejects.toThrow(
      'the last parameter of main /thing/{} has several names: functions/main/thing/read calls it {id}, functions/main/thing/tag/list calls it {name}',
    );
  });
});

const zodSource = (body: string) => `
import * as z from 'zod/mini';
import { Collection } from '#shared/hal/paging.ts';
import { ItemLink } from '#shared/hal/links.ts';
const Thing = z.object({ _links: z.object({ self: ItemLink }) });
export default { ...${JSON.stringify(good)}, ${body} };
`;

describe('the links and lists of endpoints', () => {
  it.each([
    [
      'a list of items',
      "responses: { 200: { description: 'Things.', body: Collection('things', Thing) } }",
    ],
    [
      'a created item',
      "method: 'POST', responses: { 201: { description: 'New.', headers: ['Location'] } }",
    ],
    [
      'an item with a self link',
      "method: 'PUT', responses: { 200: { description: 'It.', body: Thing } }",
    ],
  ])('need a read endpoint: %s', async (_, members) => {
    const folder = await functions({
      'main/thing/list/endpoint.ts': zodSource(members),
      'main/thing/list/handler.ts': '',
    });
    await expect(discoverEndpoints(folder)).rejects.toThrow(
      'functions/main/thing/list answers with a self link or Location, but no endpoint serves GET /thing/{}/: add a read endpoint',
    );
  });

  it('need a limit if the list comes from the table', async () => {
    const collection =
      "responses: { 200: { description: 'Things.', body: Collection('things', Thing) } }";
    const folder = await functions({
      'main/thing/list/endpoint.ts': zodSource(`stores: { table: ['query'] }, ${collection}`),
      'main/thing/list/handler.ts': '',
      'main/thing/read/endpoint.ts': exporting({ ...good, path: '/thing/{id}/' }),
      'main/thing/read/handler.ts': '',
    });
    await expect(discoverEndpoints(folder)).rejects.toThrow(
      'functions/main/thing/list lists items of the table: declare maxItems, which its store must enforce',
    );
  });
});

describe('the catalogue of consumers', () => {
  const consumer = { summary: 'Consume', onDelete: 'THING#', retryInterval: 900, maxAge: 86_400 };

  it('has each consumer under the id of its folder, and takes it for no endpoint', async () => {
    const folder = await functions({
      'main/thing/consume/consumer.ts': exporting(consumer),
      'main/thing/consume/handler.ts': '',
    });
    expect(await discoverConsumers(folder)).toEqual([{ id: 'main/thing/consume', consumer }]);
    expect(await discoverEndpoints(folder)).toEqual([]);
  });

  it.each<[string, unknown, RegExp]>([
    ['nothing', undefined, /consume: consumer\.ts must have defineConsumer/],
    ['an empty object', {}, /consume: summary must be a sentence\n.*consume: onDelete must be/],
    [
      'every item',
      { ...consumer, onDelete: '' },
      /consume: onDelete must be the prefix of a sort key/,
    ],
    [
      'a short interval',
      { ...consumer, retryInterval: 1 },
      /consume: retryInterval must be seconds from 60 to 43200/,
    ],
    [
      'a maximum age below the interval',
      { ...consumer, maxAge: 60 },
      /consume: maxAge must be seconds from retryInterval/,
    ],
    ['a long timeout', { ...consumer, timeout: 151 }, /consume: timeout must be at most a sixth/],
    ['an empty context', { ...consumer, decrypts: [] }, /consume: decrypts must name the members/],
  ])('refuses a consumer that exports %s, by its folder', async (_, value, complaint) => {
    const folder = await functions({
      'main/thing/consume/consumer.ts': value === undefined ? '' : exporting(value),
      'main/thing/consume/handler.ts': '',
    });
    await expect(discoverConsumers(folder)).rejects.toThrow(complaint);
  });

  it('refuses a consumer without a handler', async () => {
    const folder = await functions({ 'main/thing/consume/consumer.ts': exporting(consumer) });
    await expect(discoverConsumers(folder)).rejects.toThrow(
      'functions/main/thing/consume has consumer.ts but no handler.ts',
    );
  });
});

describe('functions without a route', () => {
  const definition = {
    summary: 'Serve icons',
    trigger: 'cdn',
    cdnPath: '/icons/*',
    examplePath: '/icons/ride.svg',
  };

  it('are found under the ids of their folders', async () => {
    const folder = await functions({
      'cdn/icon/function.ts': exporting(definition),
      'cdn/icon/handler.ts': '',
    });
    expect(await discoverFunctions(folder)).toEqual([{ id: 'cdn/icon', definition }]);
  });

  it.each<[string, unknown, RegExp]>([
    ['nothing', undefined, /icon: function\.ts must have defineFunction/],
    ['an unknown trigger', { ...definition, trigger: 'timer' }, /icon: trigger must be/],
    ['no summary', { ...definition, summary: '' }, /icon: summary must be a sentence/],
    [
      'a path without the CDN',
      { ...definition, trigger: 'authorizer' },
      /icon: cdnPath is for functions with the trigger cdn/,
    ],
    [
      'a CDN origin without an example',
      { ...definition, examplePath: undefined },
      /icon: examplePath must be a path that the function serves/,
    ],
  ])('are refused by folder if one exports %s', async (_, value, problem) => {
    const folder = await functions({
      'cdn/icon/function.ts': value === undefined ? '' : exporting(value),
      'cdn/icon/handler.ts': '',
    });
    await expect(discoverFunctions(folder)).rejects.toThrow(problem);
  });

  it('are refused if two serve one path of the CDN', async () => {
    const folder = await functions({
      'cdn/icon/function.ts': exporting(definition),
      'cdn/icon/handler.ts': '',
      'cdn/logo/function.ts': exporting(definition),
      'cdn/logo/handler.ts': '',
    });
    await expect(discoverFunctions(folder)).rejects.toThrow(
      'functions/cdn/icon and functions/cdn/logo are both the CDN origin of /icons/*',
    );
  });
});
