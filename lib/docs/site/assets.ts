import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A style or script that a page contains, and the digest by which its policy allows it. */
export interface InlineAsset {
  text: string;
  digest: string;
}

/** Reads files with styles or scripts of the site, and joins them. */
export function readAssets(...names: readonly string[]): InlineAsset {
  const files = names.map((name) => join(import.meta.dirname, 'assets', name));
  const text = files.map((file) => readFileSync(file, 'utf8')).join('');
  return { text, digest: toDigest(text) };
}

function toDigest(text: string): string {
  const hash = createHash('sha256').update(text).digest('base64');
  return `'sha256-${hash}'`;
}
