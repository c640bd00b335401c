import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../paths.ts';
import { reportFailure } from '../terminal/failure.ts';
import { makeReferenceData } from './reference-data.ts';

/** Writes the files that are made from the sources in `data/`. */
export function writeReferenceData(): Promise<void> {
  return reportFailure(async () => {
    const files = Object.entries(await makeReferenceData());
    for (const [path, text] of files) await writeFile(join(root, path), text);
    console.log(`Wrote ${files.length} files of reference data.`);
  });
}
