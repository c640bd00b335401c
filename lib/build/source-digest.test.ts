import { matchesGlob } from 'node:path';
import { expect, it } from 'vitest';
import { requireService } from '#kit/built-code.ts';
import { buildSources } from './build-cache.ts';
import { bundleFunctionWorker } from './bundle.ts';
import { listTemplateSources, readBundleInputs } from './inputs.ts';

/** Matches inputs that are no sources: packages, and constants and modules that the build makes. */
const notSource = /^node_modules\/|^<define:|^generated:/;

/** Lists the sources whose changes would not lead to a new build. */
function findUntracked(inputs: Iterable<string>): string[] {
  const isTracked = (input: string) =>
    buildSources.some((pattern) => matchesGlob(input, pattern));
  const projectSources = [...inputs].filter((input) => !notSource.test(input));
  return projectSources.filter((input) => !isTracked(input));
}

it('a change of any source of the template leads to a new build', async () => {
  const { definitions, stack } = await listTemplateSources();
  expect(stack).toContain('lib/cloud/fitness-data-stack.ts');
  expect(findUntracked([...definitions, ...stack])).toEqual([]);
});

it('a change of any source of a function leads to a new build', async () => {
  await requireService();
  const bundles = await readBundleInputs();
  const inputs = [...bundles.values()].flatMap((sources) => [...sources]);
  expect(inputs).toContain('functions/auth/authorizer/handler.ts');
  expect(findUntracked(inputs)).toEqual([]);
});

it('a change of any source of the function worker leads to a new build', async () => {
  const { metafile } = await bundleFunctionWorker({ write: false });
  const inputs = Object.keys(metafile.inputs);
  expect(inputs).toContain('lib/local/functions/worker.ts');
  expect(findUntracked(inputs)).toEqual([]);
});
