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
