import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeCatalogues } from '#lib/reference-data/reference-data.ts';

const made = await makeCatalogues();
for (const [path, text] of Object.entries(made))
  await writeFile(join(import.meta.dirname, '..', path), text);
console.log(`Made ${Object.keys(made).length} files of the catalogues.`);
