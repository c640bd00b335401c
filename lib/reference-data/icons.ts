import { execFile } from 'node:child_process';
import { copyFile, mkdtempDisposable, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../paths.ts';
import type { ActivityTypeSource } from './activity-types.ts';

/** The package with the icons. It has 6,000 files, so it is downloaded only for new icons. */
const iconPackage = { name: 'lucide-static', version: '1.62.0' };

/** The icon of a tree of activity types. */
interface TreeIcon {
  /** The key of the root, which names the file in `data/icons`. */
  key: string;
  /** The name of the icon in Lucide. */
  icon: string;
}

/** Lists the icons that the roots name. */
export function listTreeIcons(sources: readonly ActivityTypeSource[]): TreeIcon[] {
  return sources.flatMap(({ key, icon }) => (icon === null ? [] : [{ key, icon }]));
}

function getIconPath(key: string): string {
  return join(root, 'data', 'icons', `${key}.svg`);
}

/** Returns whether the file of a tree has the icon that its root names. */
export async function hasCurrentIcon({ key, icon }: TreeIcon): Promise<boolean> {
  const svg = await readFile(getIconPath(key), 'utf8').catch(() => '');
  return svg.includes(`class="lucide lucide-${icon}"`);
}

/** Downloads Lucide from npm, and copies these icons with their license to `data/icons`. */
export async function downloadIcons(icons: readonly TreeIcon[]): Promise<void> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'icons-'));
  const { name, version } = iconPackage;
  const options = ['--no-save', '--ignore-scripts', '--prefix', folder.path];
  await promisify(execFile)('npm', ['install', ...options, `${name}@${version}`]);

  const source = join(folder.path, 'node_modules', name);
  await copyFile(join(source, 'LICENSE'), join(root, 'data', 'icons', 'LICENSE'));
  for (const { key, icon } of icons)
    await copyFile(join(source, 'icons', `${icon}.svg`), getIconPath(key));
}
