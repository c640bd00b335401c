import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '#kit/temporary-folder.ts';
import { discoverEndpoints } from '../endpoints.ts';
import { root } from '../paths.ts';
import { scaffold } from './scaffold.ts';

const keysFile = join('shared', 'table', 'keys.ts');
const kindsFile = join('shared', 'table', 'item-kinds.ts');
// The written files import from the project, so they must be inside it.
const folder = temporaryFolder(afterAll, join(root, 'dist'));

beforeAll(async () => {
  for (const file of [keysFile, kindsFile])
    await cp(join(root, file), join(folder, file), { recursive: true });
});

describe('npm run new', () => {
  it('writes a valid endpoint for each verb', async () => {
    const verbs = ['list', 'create', 'read', 'update', 'delete'];
    const files = await scaffold(folder, 'main/gear-item', verbs);
    expect(files).toHaveLength(2 + 3 * verbs.length + 2);
    const endpoints = await discoverEndpoints(join(folder, 'functions'));
    const routes = endpoints.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`);
    expect(routes).toEqual([
      'POST /gear_item/',
      'DELETE /gear_item/{id}/',
      'GET /gear_item/',
      'GET /gear_item/{id}/',
      'PUT /gear_item/{id}/',
    ]);
  });

  it('adds the keys of the resource', async () => {
    const { keys } = await import(join(folder, keysFile));
    expect(keys.gearItem('ann', '1')).toEqual({ pk: 'USER#ann', sk: 'GEAR_ITEM#1' });
    expect(keys.gearItemList('ann')).toEqual({ pk: 'USER#ann', prefix: 'GEAR_ITEM#' });
    expect(keys.gearItemCount('ann')).toEqual({ pk: 'USER#ann', sk: 'GEAR_ITEM_COUNT' });
  });

  it('adds what export and erasure do with the items of the resource', async () => {
    const { itemKinds } = await import(join(folder, kindsFile));
    expect(itemKinds).toMatchObject({
      gearItem: { export: { document: 'gear_items' }, erase: { place: 'partition' } },
      gearItemCount: { erase: { place: 'partition' } },
    });
  });

  it('writes tests that import what the test kit exports', async () => {
    const path = join(folder, 'functions/main/gear-item/list/handler.test.ts');
    const test = await readFile(path, 'utf8');
    for (const [, name = '', file] of test.matchAll(/\{ (\w+) \} from '#kit\/(.+)'/g)) {
      const module = await import(join(root, 'test', 'kit', file ?? ''));
      expect(module).toHaveProperty(name);
    }
  });

  it.each([
    ['gear', ['read'], '"gear" is not a resource of the main API, e.g. main/gear-item'],
    ['main/gear', ['peek', 'read'], 'unknown verb peek; expected list, create, read'],
    ['main/gear', [], 'name at least one verb: list'],
    ['main/gear', ['list'], 'items link to themselves, so the verb read is needed'],
    ['main/gear-item', ['read'], 'functions/main/gear-item exists'],
  ])('rejects %s %j with the problem', async (resource, verbs, problem) => {
    await expect(scaffold(folder, resource, verbs)).rejects.toThrow(problem);
  });
});
