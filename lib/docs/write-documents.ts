import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { root } from '../paths.ts';
import { reportFailure } from '../terminal/failure.ts';
import { generateDocuments, readDocument } from './documents.ts';

/** Updates the generated files of the documentation. */
export function writeDocuments(): Promise<void> {
  return reportFailure(async () => {
    for (const { path, content } of await generateDocuments()) {
      const isChanged = (await readDocument(path)) !== content;
      if (isChanged) await writeDocument(path, content);
      console.log(`${path}: ${isChanged ? 'updated' : 'up to date'}`);
    }
  });
}

async function writeDocument(path: string, content: string): Promise<void> {
  const file = join(root, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
}
