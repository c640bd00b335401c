import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listFunctionIds } from '#lib/definitions.ts';
import { bundlesFolder } from '#lib/paths.ts';
import { extraTypeVariable } from '#shared/reference-data/connection-types.ts';
import { definitions, template } from './built-stack.ts';

describe('the sample provider', () => {
  it('is in no environment of the template', () => {
    expect(JSON.stringify(template)).not.toContain(extraTypeVariable);
  });

  it('is in no bundle', async () => {
    const ids = listFunctionIds(definitions);
    // The guides may explain how to try the sample provider.
    const others = ids.filter((id) => !id.startsWith('main/documentation/'));
    const paths = others.map((id) => join(bundlesFolder, id, 'index.js'));
    const bundles = await Promise.all(paths.map((path) => readFile(path, 'utf8')));
    expect(bundles.length).toBeGreaterThan(50);
    expect(bundles.filter((bundle) => /sample.?provider/i.test(bundle))).toEqual([]);
  });
});
