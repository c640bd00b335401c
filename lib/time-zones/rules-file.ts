import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../paths.ts';

/** The folder of the rules of time zones that the service ships. */
export const rulesFolder = join(root, 'data', 'time-zones');

/** The name under which the library ICU, and so Node, looks for rules. */
export const rulesFileName = 'zoneinfo64.res';

/** The environment variable with the folder in which ICU looks before it takes its own rules. */
export const rulesVariable = 'ICU_TIMEZONE_FILES_DIR';

/**
 * Returns the release of a file of rules, e.g. `2026f`. Throws if there is no such file, or if it
 * is damaged: with it, no time zone would be known.
 */
export function readRulesVersion(path: string): string {
  const version = findVersion(readFileSync(path));
  if (version !== undefined) return version;
  throw new Error(`${path} has no rules of time zones that Node can read: replace it.`);
}

/**
 * Returns whether a folder has newer rules than those that this process uses. Throws if its file is
 * damaged.
 */
export function hasNewerRules(folder: string): boolean {
  const path = join(folder, rulesFileName);
  return existsSync(path) && readRulesVersion(path) > (process.versions.tz ?? '');
}

/** Throws if Node knows no time zones, because of a file that it reads at its start. */
export function requireTimeZones(): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone: 'Europe/Berlin' });
  } catch (error) {
    const folder = process.env[rulesVariable] ?? '';
    const reason = `Node knows no time zones with the file in ${folder}: replace it.`;
    throw new Error(reason, { cause: error });
  }
}

/** Where a resource bundle has the number of words after its header. */
const lengthOffset = 32 + 4 + 3 * 4;

/** Returns the release in a file, or undefined if it is none or its length is wrong. */
function findVersion(content: Buffer): string | undefined {
  const isBundle = content.length > 64 && content.toString('latin1', 12, 16) === 'ResB';
  if (!isBundle) return undefined;
  const isWhole = content.length === 32 + 4 * content.readUInt32LE(lengthOffset);
  // The release is the only text of four digits and a letter, in UTF-16.
  const text = /(?:\d\0){4}[a-z]\0(?=\0\0)/.exec(content.toString('latin1'))?.[0];
  return isWhole ? text?.replaceAll('\0', '') : undefined;
}
