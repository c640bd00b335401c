import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { removeVersions } from './build-worker.ts';

/**
 * Prints the export of `./outer.ts` from three imports: at first, after an edit of `./inner.ts`,
 * and after a new version.
 */
const program = `
import { writeFileSync } from 'node:fs';
import { trackVersions } from '${import.meta.dirname}/build-worker.ts';
const loadAgain = trackVersions(process.cwd());
const load = async () => (await import(process.cwd() + '/outer.ts')).default;
const first = await load();
writeFileSync('inner.ts', 'export default 2;');
const edited = await load();
loadAgain();
console.log(JSON.stringify([first, edited, await load()]));
`;

it('loads modules and what they import again for a new version, but no packages', () => {
  const folder = createTemporaryFolder();
  const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
  mkdirSync(join(folder, 'node_modules/counter'), { recursive: true });
  write('package.json', '{ "type": "module" }');
  write('node_modules/counter/index.js', 'let count = 0; exports.count = () => ++count;');
  write('inner.ts', 'export default 1;');
  write(
    'outer.ts',
    "import { count } from 'counter'; import inner from './inner.ts';\n" +
      'export default { inner, count: count() };',
  );
  const options = { cwd: folder, encoding: 'utf8' } as const;
  const args = ['--input-type=module', '--eval', program];
  expect(JSON.parse(execFileSync(process.execPath, args, options))).toEqual([
    { inner: 1, count: 1 },
    { inner: 1, count: 1 },
    { inner: 2, count: 2 },
  ]);
});

it('removes versions from messages, so that they have the paths of files', () => {
  const message = 'at file:///project/lib/a.ts?version=12:3:4';
  expect(removeVersions(message)).toBe('at file:///project/lib/a.ts:3:4');
});
