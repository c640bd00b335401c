import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Definitions } from '../definitions.ts';
import { root } from '../paths.ts';

const compress = promisify(gzip);

/**
 * Compresses the files of npm packages that functions declare, and puts them beside the bundles.
 */
export async function addPackageFiles(
  { functions }: Definitions,
  outdir: string,
): Promise<void> {
  const copies = functions.flatMap(({ id, definition: { files = {} } }) =>
    Object.entries(files).map(([name, source]) =>
      addFile(join(outdir, id, name), join(root, 'node_modules', source)),
    ),
  );
  await Promise.all(copies);
}

async function addFile(target: string, source: string): Promise<void> {
  const content = await compress(await readFile(source));
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, content);
}
