import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { discoverDefinitions, discoverEndpoints, listFunctionIds } from './endpoints.ts';
import { root } from './paths.ts';

const endpoint = {
  host: 'main',
  method: 'GET',
  path: '/thing/',
  versions: ['v7.1'],
  summary: 'List things',
  auth: 'user',
  scope: 'diary.read',
  responses: { 200: { description: 'Things.' } },
};

const toEntry = (id: string, value: object) => ({ id, functionId: id, endpoint: value });

function toModule(value: unknown): string {
  return value === undefined ? '' : `export default ${JSON.stringify(value)};`;
}

/** Creates a folder of functions with these files, which can import modules of the project. */
async function createFunctions(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = createTemporaryFolder(undefined, join(root, 'dist'));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}

describe('endpoints', () => {
  it('have their folders as ids, and are sorted by id', async () => {
    const folder = await createFunctions({
      'main/thing/list/endpoint.ts': toModule(endpoint),
      'main/thing/list/handler.ts': '',
      'main/thing/create/endpoint.ts': toModule({ ...endpoint, method: 'POST' }),
      'main/thing/create/handler.ts': '',
      'main/thing/thing.ts': '',
    });
    expect(await discoverEndpoints(folder)).toEqual([
      toEntry('main/thing/create', { ...endpoint, method: 'POST' }),
      toEntry('main/thing/list', endpoint),
    ]);
  });

  it('of one function are named in its file, and sorted with all others', async () => {
    const folder = await createFunctions({
      'main/thing/endpoints.ts': toModule({
        list: endpoint,
        create: { ...endpoint, method: 'POST' },
      }),
      'main/thing/handler.ts': '',
      'main/thing/delete/endpoint.ts': toModule({ ...endpoint, method: 'DELETE' }),
      'main/thing/delete/handler.ts': '',
    });
    const definitions = await discoverDefinitions(folder);
    const functionId = 'main/thing';
    expect(definitions.endpoints).toEqual([
      {
        id: 'main/thing/create',
        functionId,
        endpoint: { ...endpoint, method: 'POST' },
      },
      toEntry('main/thing/delete', { ...endpoint, method: 'DELETE' }),
      { id: 'main/thing/list', functionId, endpoint },
    ]);
    expect(listFunctionIds(definitions)).toEqual(['main/thing', 'main/thing/delete']);
  });

  it.each<[string, unknown, RegExp]>([
    ['nothing', undefined, /main\/thing\/: endpoints\.ts must have a definition/],
    ['an endpoint', endpoint, /main\/thing\/host: endpoints\.ts must have a definition/],
    [
      'one without a summary',
      { list: { ...endpoint, summary: '' } },
      /list: summary must/,
    ],
  ])(
    'are rejected, with their names, if a file exports %s',
    async (_, value, problem) => {
      const folder = await createFunctions({
        'main/thing/endpoints.ts': toModule(value),
        'main/thing/handler.ts': '',
      });
      await expect(discoverEndpoints(folder)).rejects.toThrow(problem);
    },
  );

  it.each<[string, unknown, RegExp]>([
    [
      'nothing',
      undefined,
      /functions\/main\/thing\/list: endpoint\.ts must have a definition as its default/,
    ],
    ['null', null, /functions\/main\/thing\/list: endpoint\.ts must have a definition/],
    [
      'an object without the members of its type',
      {},
      /functions\/main\/thing\/list: endpoint\.ts does not have the members of its type; npx/,
    ],
    [
      'no summary',
      { ...endpoint, summary: '' },
      /thing\/list: summary must be a sentence/,
    ],
    [
      'no scope',
      { ...endpoint, scope: undefined },
      /functions\/main\/thing\/list: scope is required, except for a public endpoint/,
    ],
    [
      'a scope of a public endpoint',
      { ...endpoint, auth: 'public' },
      /functions\/main\/thing\/list: scope is required, except for a public endpoint/,
    ],
    [
      'no responses',
      { ...endpoint, responses: {} },
      /functions\/main\/thing\/list: no response is declared/,
    ],
    [
      'a path without a trailing slash',
      { ...endpoint, path: '/thing' },
      /thing\/list: the path \/thing must end/,
    ],
    [
      "another host's version",
      { ...endpoint, versions: ['v2'] },
      /thing\/list: the main host has the versions/,
    ],
  ])('are rejected, with the folder, if a file exports %s', async (_, value, problem) => {
    const folder = await createFunctions({
      'main/thing/list/endpoint.ts': toModule(value),
      'main/thing/list/handler.ts': '',
    });
    await expect(discoverEndpoints(folder)).rejects.toThrow(problem);
  });

  it('need a handler, and a handler needs a definition', async () => {
    const folder = await createFunctions({
      'main/thing/list/endpoint.ts': toModule(endpoint),
      'main/thing/read/handler.ts': '',
    });
    const discovery = discoverEndpoints(folder);
    await expect(discovery).rejects.toThrow(
      'functions/main/thing/list has endpoint.ts but no handler.ts',
    );
    await expect(discovery).rejects.toThrow(
      'functions/main/thing/read has handler.ts but none of endpoint.ts, endpoints.ts, consumer.ts, function.ts',
    );
  });

  it('are rejected, with the folder, if a file cannot be loaded', async () => {
    const folder = await createFunctions({
      'main/thing/list/endpoint.ts': "throw new Error('nothing here');",
      'main/thing/list/handler.ts': '',
    });
    await expect(discoverEndpoints(folder)).rejects.toThrow(
      'functions/main/thing/list/endpoint.ts cannot be loaded: nothing here',
    );
  });

  it('are rejected if two have the same route, even with different parameter names', async () => {
    const folder = await createFunctions({
      'main/thing/read/endpoint.ts': toModule({ ...endpoint, path: '/thing/{id}/' }),
      'main/thing/read/handler.ts': '',
      'main/thing/show/endpoint.ts': toModule({ ...endpoint, path: '/thing/{name}/' }),
      'main/thing/show/handler.ts': '',
    });
    await expect(discoverEndpoints(folder)).rejects.toThrow(
      'functions/main/thing/read and functions/main/thing/show both serve main GET /thing/{}/',
    );
  });
});

describe('lists of the table', () => {
  it('need maxItems, and the parameters of a page', async () => {
    const folder = await createFunctions({
      'main/thing/list/endpoint.ts': `
import * as z from 'zod/mini';
import { Collection } from '#shared/hal/paging.ts';
const body = Collection('things', z.object({ name: z.string() }));
export default {
  ...${JSON.stringify(endpoint)},
  stores: { table: ['query'] },
  responses: { 200: { description: 'Things.', body } },
};
`,
      'main/thing/list/handler.ts': '',
    });
    const problems = discoverEndpoints(folder);
    await expect(problems).rejects.toThrow(
      'functions/main/thing/list: a list of the table needs maxItems, ' +
        'which its store must enforce',
    );
    await expect(problems).rejects.toThrow(
      'functions/main/thing/list: a collection takes limit and offset',
    );
  });
});

describe('consumers', () => {
  const consumer = {
    name: 'Thing',
    summary: 'Consume',
    rule: { on: 'delete', prefixes: ['THING#'], toMessage: true },
    retryInterval: 900,
    maxAge: 86_400,
  };

  /** JSON has no functions. */
  const toConsumerModule = (value: unknown) =>
    toModule(value).replace('"toMessage":true', '"toMessage":() => ({})');

  it('have their folders as ids and are not endpoints', async () => {
    const folder = await createFunctions({
      'main/thing/consume/consumer.ts': toConsumerModule(consumer),
      'main/thing/consume/handler.ts': '',
    });
    const { consumers, endpoints } = await discoverDefinitions(folder);
    const rule = { ...consumer.rule, toMessage: expect.any(Function) };
    expect(consumers).toEqual([
      { id: 'main/thing/consume', consumer: { ...consumer, rule } },
    ]);
    expect(endpoints).toEqual([]);
  });

  it.each<[string, unknown, RegExp]>([
    ['nothing', undefined, /consume: consumer\.ts must have a definition/],
    [
      'an empty object',
      {},
      /consume: consumer\.ts does not have the members of its type/,
    ],
    ['no summary', { ...consumer, summary: '' }, /consume: summary must be a sentence/],
    ['no name', { ...consumer, name: 'thing' }, /consume: name must be in Pascal case/],
    [
      'an empty prefix of keys',
      { ...consumer, rule: { ...consumer.rule, prefixes: [''] } },
      /consume: rule.prefixes must name the prefixes/,
    ],
    [
      'a rule for deleted items with a member of written ones',
      { ...consumer, rule: { ...consumer.rule, member: 'mail.id' } },
      /consume: rule.member and rule.lacks must be about written items/,
    ],
    [
      'an interval below a minute',
      { ...consumer, retryInterval: 1 },
      /consume: retryInterval must be seconds from 60 to 43200/,
    ],
    [
      'a maximum age below the interval',
      { ...consumer, maxAge: 60 },
      /consume: maxAge must be seconds from retryInterval/,
    ],
    [
      'a timeout less than a minute below the interval',
      { ...consumer, timeout: 841 },
      /consume: retryInterval must be a minute more than timeout/,
    ],
  ])('are rejected, with the folder, if a file exports %s', async (_, value, problem) => {
    const folder = await createFunctions({
      'main/thing/consume/consumer.ts': toConsumerModule(value),
      'main/thing/consume/handler.ts': '',
    });
    await expect(discoverDefinitions(folder)).rejects.toThrow(problem);
  });

  it('need a handler', async () => {
    const folder = await createFunctions({
      'main/thing/consume/consumer.ts': toConsumerModule(consumer),
    });
    await expect(discoverDefinitions(folder)).rejects.toThrow(
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

  it('have their folders as ids', async () => {
    const folder = await createFunctions({
      'cdn/icon/function.ts': toModule(definition),
      'cdn/icon/handler.ts': '',
    });
    const { functions } = await discoverDefinitions(folder);
    expect(functions).toEqual([{ id: 'cdn/icon', definition }]);
  });

  it.each<[string, unknown, RegExp]>([
    ['nothing', undefined, /icon: function\.ts must have a definition/],
    ['no summary', { ...definition, summary: '' }, /icon: summary must be a sentence/],
  ])('are rejected, with the folder, if a file exports %s', async (_, value, problem) => {
    const folder = await createFunctions({
      'cdn/icon/function.ts': toModule(value),
      'cdn/icon/handler.ts': '',
    });
    await expect(discoverDefinitions(folder)).rejects.toThrow(problem);
  });

  it('are rejected if two serve the same path of the CDN', async () => {
    const folder = await createFunctions({
      'cdn/icon/function.ts': toModule(definition),
      'cdn/icon/handler.ts': '',
      'cdn/logo/function.ts': toModule(definition),
      'cdn/logo/handler.ts': '',
    });
    await expect(discoverDefinitions(folder)).rejects.toThrow(
      'functions/cdn/icon and functions/cdn/logo both are the CDN origin of /icons/*',
    );
  });
});
