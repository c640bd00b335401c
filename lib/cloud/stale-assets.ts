import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';

const dayInMillis = 24 * 60 * 60 * 1000;

/** Finds the names of the asset folders that a template refers to. */
function findAssets(template: string): ReadonlySet<string> {
  const text = existsSync(template) ? readFileSync(template, 'utf8') : '';
  return new Set(text.match(/\basset\.[0-9a-f]{64}\b/g));
}

/**
 * Updates the modification time of a template's assets, which is the time of their last use. Call
 * it before overwriting the template, because a running service may still load them.
 */
export function touchCurrentAssets(template: string): void {
  const now = new Date();
  for (const asset of findAssets(template)) {
    const folder = join(template, '..', asset);
    if (existsSync(folder)) utimesSync(folder, now, now);
  }
}

/** Removes the assets that a template does not refer to, unless they were in use within a day. */
export function removeStaleAssets(template: string): void {
  const directory = join(template, '..');
  const current = findAssets(template);
  const assets = readdirSync(directory).filter((name) => name.startsWith('asset.'));
  const unused = assets.filter((name) => !current.has(name));
  for (const name of unused) {
    const folder = join(directory, name);
    const age = Date.now() - statSync(folder).mtimeMs;
    if (age > dayInMillis) rmSync(folder, { recursive: true });
  }
}
