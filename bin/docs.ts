import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateDocuments, readDocument } from '#lib/docs/documents.ts';

for (const { path, content } of await generateDocuments()) {
  const changed = (await readDocument(path)) !== content;
  if (changed) await writeFile(join(import.meta.dirname, '..', path), content);
  console.log(`${path} ${changed ? 'is written' : 'is current'}.`);
}
