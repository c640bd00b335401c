import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { discoverEndpoints } from '../endpoints.ts';
import { root } from '../paths.ts';
import { scaffold } from './scaffold.ts';

let folder: string;

beforeAll(async () => {
  // Inside the project, so that the written files can import from it.
  folder = await mkdtemp(join(root, 'dist', 'scaffold-test-'));
  await mkdir(join(folder, 'shared', 'table'), { recursive: true });
  const keys = await readFile(join(root, 'shared', 'table', 'keys.ts'), 'utf8');
  await writeFile(join(folder, 'shared', 'table', 'keys.ts'), keys);
});
afterAll(() => rm(folder, { recursive: true }));

describe('npm run new', () => {
  it('writes endpoints that the discovery accepts, one for each verb', async () => {
    const verbs = ['list', 'create', 'read', 'update', 'delete'];
    const files = await scaffold(folder, 'main/gear-item', verbs);
    expect(files).toHaveLength(2 + 3 * verbs.length + 1);
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
    const keys = await readFile(join(folder, 'shared', 'table', 'keys.ts'), 'utf8');
    expect(keys).toContain("gearItem: ownedItem('GEAR_ITEM')");
    expect(keys).toContain("gearItemList: ownedItems('GEAR_ITEM')");
    expect(keys).toContain("gearItemCount: ownedSingleton('GEAR_ITEM_COUNT')");
  });

  it.each([
    ['gear', ['read'], '"gear" is not a resource of the main interface; write main/gear'],
    ['main/gear', ['peek', 'read'], 'unknown verb peek; expected list, create, read'],
    ['main/gear', [], 'name at least one verb: list'],
    ['main/gear', ['list'], 'items link to themselves, so the verb read is needed'],
    ['main/gear-item', ['read'], 'functions/main/gear-item exists'],
  ])('refuses %s %j with a sentence', async (resource, verbs, problem) => {
    await expect(scaffold(folder, resource, verbs)).rejects.toThrow(problem);
  });
});
