import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { root } from '../paths.ts';

/** The folder with a folder for each release. */
const folder = join(root, 'data/releases');

const toFile = (version: string, name: string) =>
  join(folder, version, `${name}.json.gz`);

/** Returns the version of the last release that was recorded. Throws if there is none. */
export function findLastRelease(): string {
  const versions = globSync(join(folder, '*.*.*')).map((path) => basename(path));
  const collator = new Intl.Collator('en', { numeric: true });
  const last = versions.sort(collator.compare).at(-1);
  if (last === undefined) throw new Error(`${folder} has no release.`);
  return last;
}

/** Reads a document of a release. Returns undefined if the release does not have it. */
export function readRecord<Document>(
  version: string,
  name: string,
): Document | undefined {
  const file = toFile(version, name);
  if (!existsSync(file)) return undefined;
  return JSON.parse(gunzipSync(readFileSync(file)).toString());
}

/** Keeps the text of a document of a release. */
export function writeRecord(version: string, name: string, text: string): void {
  const file = toFile(version, name);
  mkdirSync(join(folder, version), { recursive: true });
  writeFileSync(file, gzipSync(text, { level: 9 }));
}
