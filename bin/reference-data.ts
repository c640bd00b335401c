import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeReferenceData } from '#lib/reference-data/reference-data.ts';

const files = Object.entries(await makeReferenceData());
for (const [path, text] of files) await writeFile(join(import.meta.dirname, '..', path), text);
console.log(`Made ${files.length} files of reference data.`);
