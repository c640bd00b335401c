import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { BuiltFile } from '#shared/contract/function.ts';
import type { Definitions } from '../definitions.ts';
import { readReferenceScript } from './reference-script.ts';

const compress = promisify(gzip);

/** The contents of the files before compression. */
const contents: Readonly<Record<BuiltFile, () => Promise<string>>> = {
  'reference.js.gz': readReferenceScript,
};

/** Writes the files that functions with these ids declare, beside the functions' bundles. */
export async function addBuiltFiles(
  { functions }: Definitions,
  ids: readonly string[],
  outdir: string,
): Promise<void> {
  const bundled = functions.filter(({ id }) => ids.includes(id));
  for (const { id, definition } of bundled) {
    for (const name of definition.files ?? []) {
      const folder = join(outdir, id);
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, name), await compress(await contents[name]()));
    }
  }
}
