import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { loadHandler, openCodeCache } from './load-handler.ts';

const source = `exports.handler = () => {
  throw new Error('on purpose');
};`;

/** Writes a bundle. Returns a function that loads it, with a cache of its own. */
function createBundle(text: string) {
  const code = createTemporaryFolder();
  writeFileSync(join(code, 'index.js'), text);
  const compiledFolder = join(code, 'compiled');
  const handler = 'index.handler';
  const location = { code, handler, functionName: 'Failing' };
  return () => loadHandler(location, compiledFolder);
}

it.each([
  { layout: 'several lines', text: source, position: 'index.js:2:9' },
  { layout: 'one line', text: source.replaceAll('\n', ''), position: 'index.js:1:34' },
])(
  'stack traces have the positions of a source with $layout, also with cached code',
  ({ text, position }) => {
    const load = createBundle(text);
    const getStack = () => {
      const { handle, saveCompiledCode } = load();
      try {
        return handle({}, {});
      } catch (error) {
        saveCompiledCode();
        return (error as Error).stack;
      }
    };
    expect(getStack()).toContain(position);
    expect(getStack()).toContain(position);
  },
);

const compiled = Buffer.from('compiled');

it('a code cache returns what was saved for the same source, and nothing for another', () => {
  const file = join(createTemporaryFolder(), 'Echo');
  const open = (source: string) => openCodeCache(file, source);
  expect(open('1;').read()).toBeUndefined();

  open('1;').write(compiled);
  expect(open('1;').read()).toEqual(compiled);
  expect(open('2;').read()).toBeUndefined();

  open('2;').write(compiled);
  expect(open('1;').read()).toBeUndefined();
});

it.each([
  { damage: 'is cut off', change: (content: Buffer) => content.subarray(0, -1) },
  {
    damage: 'has zeros at its end',
    change: (content: Buffer) => content.fill(0, content.length - 4),
  },
  { damage: 'is empty', change: () => Buffer.alloc(0) },
])('a code cache returns nothing if its file $damage', ({ change }) => {
  const file = join(createTemporaryFolder(), 'Echo');
  const cache = openCodeCache(file, '1;');
  cache.write(compiled);
  writeFileSync(file, change(readFileSync(file)));
  expect(cache.read()).toBeUndefined();
});

it('a code cache does nothing if its folder cannot be written', () => {
  const file = join(createTemporaryFolder(), 'file');
  writeFileSync(file, '');
  const cache = openCodeCache(join(file, 'Echo'), '1;');
  cache.write(compiled);
  expect(cache.read()).toBeUndefined();
});
