import { glob, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** The icons of `data/icons` as a constant that esbuild puts into the bundle of the function that serves them. */
export async function buildIconConstant(root: string): Promise<Record<'ICONS', string>> {
  const files = (await Array.fromAsync(glob('data/icons/*.svg', { cwd: root }))).sort();
  const icons = files.map(
    async (file) => [basename(file), await readFile(join(root, file), 'utf8')] as const,
  );
  return { ICONS: JSON.stringify(Object.fromEntries(await Promise.all(icons))) };
}
