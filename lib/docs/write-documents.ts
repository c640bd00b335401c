import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../paths.ts';
import { reportFailure } from '../terminal/failure.ts';
import { generateDocuments, readDocument } from './documents.ts';

/** Updates the generated files of the documentation. */
export function writeDocuments(): Promise<void> {
  return reportFailure(async () => {
    for (const { path, content } of await generateDocuments()) {
      const isChanged = (await readDocument(path)) !== content;
      if (isChanged) await writeFile(join(root, path), content);
      console.log(`${path}: ${isChanged ? 'updated' : 'up to date'}`);
    }
  });
}
