import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { requireService } from '#kit/built-code.ts';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import {
  findFunctions,
  findNewFunctions,
  listTemplateSources,
  omitRemovedFunctions,
  readBundleInputs,
} from './inputs.ts';

it('finds the functions whose bundles contain a file', async () => {
  await requireService();
  const inputs = await readBundleInputs();
  const find = (...files: string[]) => findFunctions(inputs, files).toSorted();
  const handlers = ['user/read', 'documentation'].map(
    (id) => `functions/main/${id}/handler.ts`,
  );
  expect(find(...handlers)).toEqual(['main/documentation', 'main/user/read']);

  const endpointFunctions = find('shared/http/serve.ts');
  expect(endpointFunctions.length).toBeGreaterThan(40);
  expect(find('functions/main/user/read/handler.test.ts')).toEqual([]);
});

it('omits functions whose handler was deleted', () => {
  const folder = createTemporaryFolder();
  mkdirSync(join(folder, 'thing', 'read'), { recursive: true });
  writeFileSync(join(folder, 'thing', 'read', 'handler.ts'), '');
  const ids = ['thing/list', 'thing/read'];
  const inputs = new Map(ids.map((id) => [id, new Set([`functions/${id}/handler.ts`])]));
  expect([...omitRemovedFunctions(inputs, folder).keys()]).toEqual(['thing/read']);
});

it('finds new functions by their changed files', () => {
  const folder = createTemporaryFolder();
  mkdirSync(join(folder, 'thing', 'read'), { recursive: true });
  writeFileSync(join(folder, 'thing', 'read', 'handler.ts'), '');
  const files = ['thing/read/handler.ts', 'thing/read/endpoint.ts', 'thing/thing.ts'];
  const changed = files.map((file) => `functions/${file}`);
  expect(findNewFunctions(new Map(), changed, folder)).toEqual(['thing/read']);
  const bundled = new Map([['thing/read', new Set<string>()]]);
  expect(findNewFunctions(bundled, changed, folder)).toEqual([]);
});

it('lists the sources of the template: definitions and the stack, but no handlers', async () => {
  const { definitions, stack } = await listTemplateSources();
  expect(definitions).toContain('functions/main/user/read/endpoint.ts');
  expect(definitions).toContain('functions/main/user/user.ts');
  expect(stack).toContain('lib/cloud/fitness-data-stack.ts');
  expect(stack).not.toContain('functions/main/user/read/endpoint.ts');
  for (const sources of [definitions, stack]) {
    expect(sources).not.toContain('functions/main/user/read/handler.ts');
    expect(sources).not.toContain('shared/table/table.ts');
  }
});
