import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../paths.ts';
import { reportFailure } from '../terminal/failure.ts';
import { downloadIcons, hasCurrentIcon, listTreeIcons } from './icons.ts';
import { makeReferenceData, readActivityTypes } from './reference-data.ts';

/** Writes the files that are made from the sources in `data/`, and downloads new icons. */
export function writeReferenceData(): Promise<void> {
  return reportFailure(async () => {
    const files = Object.entries(await makeReferenceData());
    for (const [path, text] of files) await writeFile(join(root, path), text);
    console.log(`Wrote ${files.length} files of reference data.`);
    await updateIcons();
  });
}

async function updateIcons(): Promise<void> {
  const icons = listTreeIcons(await readActivityTypes());
  const areCurrent = await Promise.all(icons.map(hasCurrentIcon));
  const changed = icons.filter((_, index) => !areCurrent[index]);
  if (changed.length === 0) return;

  await downloadIcons(changed);
  console.log(`Downloaded ${changed.length} icons.`);
}
