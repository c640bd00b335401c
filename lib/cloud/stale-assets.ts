import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

const dayInMillis = 24 * 60 * 60 * 1000;

/** The folders of code that a template leads to. */
function findAssets(template: string): ReadonlySet<string> {
  const text = existsSync(template) ? readFileSync(template, 'utf8') : '';
  return new Set(text.match(/\basset\.[0-9a-f]{64}\b/g));
}

/**
 * Says at which time the assets of a template were last in use. To be called before the template is written anew: a
 * service that was started from it may go on to load them.
 */
export function touchCurrentAssets(template: string): void {
  const now = new Date();
  for (const asset of findAssets(template)) {
    const folder = join(template, '..', asset);
    if (existsSync(folder)) utimesSync(folder, now, now);
  }
}

/** Removes the assets beside a template that it does not lead to, and that none has led to for a day. */
export function removeStaleAssets(template: string): void {
  const directory = join(template, '..');
  const current = findAssets(template);
  const others = readdirSync(directory).filter(
    (name) => name.startsWith('asset.') && !current.has(name),
  );
  for (const name of others) {
    const folder = join(directory, name);
    if (Date.now() - statSync(folder).mtimeMs > dayInMillis) rmSync(folder, { recursive: true });
  }
}
