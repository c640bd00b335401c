import { execFile } from 'node:child_process';
import { cpSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { discoverEndpoints } from '../endpoints.ts';
import { root } from '../paths.ts';
import { scaffold } from './scaffold.ts';
import { nameResource } from './templates/names.ts';

const keysFile = join('shared', 'table', 'keys.ts');
const kindsFile = join('shared', 'table', 'item-kinds.ts');
// The written files import from the project, so they must be inside it.
const folder = createTemporaryFolder(afterAll, join(root, 'dist'));

const run = promisify(execFile);

/** Copies the sources, which import each other by the `imports` of their own package.json. */
function copySources(): void {
  for (const name of ['package.json', 'functions', 'shared'])
    cpSync(join(root, name), join(folder, name), { recursive: true });
}

/**
 * Checks the types of files and of what they import. Rejects with the problems. Omits tests,
 * because they import most of the project.
 */
async function checkTypes(paths: readonly string[]): Promise<void> {
  const checked = paths.filter((path) => !path.endsWith('.test.ts'));
  const config = { extends: join(root, 'tsconfig.json'), include: [], files: checked };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  // Several threads would check the same declarations of packages again.
  const args = [tsc, '--project', folder, '--singleThreaded'];
  await run(process.execPath, args).catch(({ stdout }) => {
    throw new Error(stdout);
  });
}

/** The paths of the files of the resource that the tests examine. */
let files: readonly string[];

beforeAll(async () => {
  copySources();
  const verbs = ['list', 'create', 'read', 'update', 'delete'];
  files = await scaffold(folder, 'main/gear-item', verbs);
});

describe('npm run new', () => {
  it('writes a valid endpoint for each verb', async () => {
    const endpoints = await discoverEndpoints(join(folder, 'functions/main/gear-item'));
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

  it('writes files that compile, as do the files that it changes', async () => {
    await expect(checkTypes(files)).resolves.toBeUndefined();
  });

  it('writes tests that import what the test kit exports', async () => {
    const path = join(folder, 'functions/main/gear-item/create/handler.test.ts');
    const test = await readFile(path, 'utf8');
    for (const [, names = '', file] of test.matchAll(/\{ (.+) \} from '#kit\/(.+)'/g)) {
      const module = await import(join(root, 'test', 'kit', file ?? ''));
      expect(Object.keys(module)).toEqual(expect.arrayContaining(names.split(', ')));
    }
  });

  it('adds the document of the resource to the export of a user', async () => {
    const documents = join(folder, 'functions/auth/write-export/documents/documents.ts');
    const { exportDocuments } = await import(documents);
    const members = ['id', 'name', 'created_datetime'];
    expect(Object.keys(exportDocuments.gear_items.members)).toEqual(members);
  });

  it('adds rows with aligned columns to the table of keys', async () => {
    const rows = (await readFile(join(folder, keysFile), 'utf8')).match(/^ \* \|.*$/gm);
    expect(rows?.filter((row) => row.includes('| gear item '))).toHaveLength(2);
    expect(new Set(rows?.map((row) => row.length)).size).toBe(1);
  });

  it('builds the example of the resource from the examples of the fields', async () => {
    const resource = join(folder, 'functions/main/gear-item/gear-item.ts');
    const { exampleGearItem } = await import(resource);
    expect(exampleGearItem).toEqual({ name: 'My gear item' });
  });

  it.each([
    ['gear', ['read'], 'cannot generate "gear": expected the domain main'],
    ['sport/gear', ['read'], 'expected the domain main, as in main/gear-item'],
    ['diary/gear', ['read'], 'diary has only the entries of the diary'],
    ['auth/gear', ['read'], 'auth has only authorization and its pages'],
    ['main/Gear', ['read'], '"main/Gear" must be main/ and one name of lower-case words'],
    ['main/gear', ['peek', 'read'], 'unknown verb peek; expected list, create, read'],
    ['main/gear', [], 'name at least one verb; expected list'],
    ['main/gear', ['list'], 'items link to themselves, so the verb read is needed'],
    ['main/gear', ['read', 'read'], 'the verb read is repeated'],
    ['main/gear-item', ['read'], 'is in use by functions/main/gear-item; choose another'],
    ['main/session', ['read'], 'is in use by a key in shared/table/keys.ts'],
    ['main/remoteconnection', ['read'], 'is in use by the path /remoteconnection/'],
    ['main/workout', ['read'], 'is in use by Workout, which shared/provider/workout.ts'],
    ['main/date', ['read'], 'is in use by Date, which is a global of JavaScript'],
  ])('rejects %s %j, says why, and writes nothing', async (resource, verbs, problem) => {
    const before = await readFile(join(folder, keysFile), 'utf8');
    await expect(scaffold(folder, resource, verbs)).rejects.toThrow(problem);
    expect(await readFile(join(folder, keysFile), 'utf8')).toBe(before);
  });
});

it.each([
  ['gear', 'gears'],
  ['class', 'classes'],
  ['body-battery', 'body_batteries'],
  ['holiday', 'holidays'],
])('derives the plural of %s: %s', (name, plural) => {
  expect(nameResource(name).plural).toBe(plural);
});
