import { glob, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** Builds the constant with the icons of `data/icons`, for the function that serves them. */
export async function buildIconConstant(root: string): Promise<Record<'ICONS', string>> {
  const files = await Array.fromAsync(glob('data/icons/*.svg', { cwd: root }));
  const icons: Record<string, string> = {};
  for (const file of files.sort()) {
    icons[basename(file)] = await readFile(join(root, file), 'utf8');
  }
  return { ICONS: JSON.stringify(icons) };
}
