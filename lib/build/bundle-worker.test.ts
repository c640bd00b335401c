import { matchesGlob } from 'node:path';
import { expect, it } from 'vitest';
import { bundleWorker } from './bundle-worker.ts';
import { buildSources } from './source-digest.ts';

it('a change of any source of the worker leads to a new build', async () => {
  const { metafile } = await bundleWorker({ write: false });
  const inputs = Object.keys(metafile.inputs);
  expect(inputs).toContain('lib/local/functions/worker.ts');
  const isSource = (input: string) =>
    buildSources.some((pattern) => matchesGlob(input, pattern));
  expect(inputs.filter((input) => !isSource(input))).toEqual([]);
});
