import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { replaceFile } from '../host/replace-file.ts';

/** The version of the layout, which changes if older versions cannot restore a backup. */
const layout = 1;
const fileName = 'backup.json';

const Manifest = z.object({
  layout: z.literal(layout),
  created_datetime: z.string(),
  files: z.array(z.object({ path: z.string(), sha256: z.string() })),
});

/** The list of the files in a backup. Written last, so it lists all other files. */
export type Manifest = z.infer<typeof Manifest>;

/** Writes the manifest of a backup. */
export async function writeManifest(
  folder: string,
  manifest: Omit<Manifest, 'layout'>,
): Promise<void> {
  const text = JSON.stringify({ layout, ...manifest }, undefined, 2);
  await replaceFile(join(folder, fileName), `${text}\n`, { mode: 0o600 });
}

/** Reads the manifest of a backup. Throws if this version cannot read the folder as a backup. */
export async function readManifest(folder: string): Promise<Manifest> {
  try {
    const text = await readFile(join(folder, fileName), 'utf8');
    return Manifest.parse(JSON.parse(text));
  } catch (cause) {
    throw new Error(`${folder} has no backup that this version can restore.`, { cause });
  }
}
