import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reportFailure } from '../terminal/failure.ts';
import { makeReferenceData } from './reference-data.ts';

const root = join(import.meta.dirname, '..', '..');

/** Writes the files that are made from the sources in `data/`. */
export function writeReferenceData(): Promise<void> {
  return reportFailure(async () => {
    const files = Object.entries(await makeReferenceData());
    for (const [path, text] of files) await writeFile(join(root, path), text);
    console.log(`Wrote ${files.length} files of reference data.`);
  });
}
