import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { loadHandler } from './load-handler.ts';

const source = `exports.handler = () => {
  throw new Error('on purpose');
};`;

/** Writes a bundle. Returns a function that loads it, with a cache of its own. */
function createBundle(text: string) {
  const code = createTemporaryFolder();
  writeFileSync(join(code, 'index.js'), text);
  const compiledFolder = join(code, 'compiled');
  const handler = 'index.handler';
  return () => loadHandler({ code, compiledFolder, handler, functionName: 'Failing' });
}

it.each([source, source.replaceAll('\n', '')])(
  'has the positions of the source in stack traces, also with compiled code from the cache',
  (text) => {
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
    const before = text.slice(0, text.indexOf('new Error')).split('\n');
    const position = `index.js:${before.length}:${(before.at(-1) ?? '').length + 1}`;
    expect(getStack()).toContain(position);
    expect(getStack()).toContain(position);
  },
);
