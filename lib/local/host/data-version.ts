import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import packageJson from '../../../package.json' with { type: 'json' };
import { explainFailure } from './data-directory.ts';
import { ignoreMissing, readIfExists, replaceFile } from './files.ts';

/**
 * The version of the data that this code reads and writes. Raise it with a change after which older
 * code would misread the data, and convert the data of the version before. 3 is the version of the
 * first release: folders with a lower number, or without one, have data from its development.
 */
const currentVersion = 3;

const getVersionFile = (directory: string) => join(directory, 'data-version');

/** The version of the data in a folder, and the release that was started on it last. */
interface DataVersion {
  version: number;
  /** Absent from folders of development versions. */
  release?: string | undefined;
}

/**
 * Returns whether a data folder has data of the current version. Returns false if it has none yet.
 * Throws if it has other data, or if the file with its version is damaged. Changes nothing.
 */
export async function hasCurrentData(directory: string): Promise<boolean> {
  return (await requireCurrentData(directory)) !== undefined;
}

/** Returns the version of the data, or undefined without data. Throws like `hasCurrentData`. */
async function requireCurrentData(directory: string): Promise<DataVersion | undefined> {
  const text = await readVersion(directory);
  if (text === undefined) return undefined;
  const [, number, release] = /^(\d+)(?: (\S+))?$/.exec(text) ?? [];
  if (number === undefined)
    throw new Error(`${getVersionFile(directory)} is damaged. Restore it from a backup.`);

  const version = Number(number);
  if (version > currentVersion)
    throw new Error(
      `${directory} has data of ${release ? `release ${release}` : 'a newer version'} of the ` +
        `service (data version ${version}, supported: ${currentVersion}). Install that version, ` +
        'or restore an older backup.',
    );
  if (version < currentVersion)
    throw new Error(
      `${directory} has data of a development version, which this version cannot read. Move the ` +
        'folder away, or choose another one with --data.',
    );
  return { version, release };
}

/**
 * Records the current version and this release in a data folder. Throws like `hasCurrentData`.
 */
export async function recordDataVersion(directory: string): Promise<void> {
  const found = await requireCurrentData(directory);
  if (found?.release === packageJson.version) return;
  const text = `${currentVersion} ${packageJson.version}\n`;
  await replaceFile(getVersionFile(directory), text);
}

/**
 * Matches the names that a folder without data can have: of a failed start of the service, or of
 * one with its data elsewhere, and those that a disk, a file manager or Git gives each folder.
 */
const harmlessNames = [
  /^(?:lock(?:\.pid)?|operators\.log|[a-z-]+\.key|mail)$|^last-backup|\.new$/,
  /^(?:service|demonstration|signing-keys|queues|stream-position)\.json$/,
  /^(?:lost\+found|\.DS_Store|desktop\.ini|\.gitkeep)$/,
];

/**
 * Reads the version. Data without a version has version 0. Returns undefined without data. Throws
 * if a folder without data has other files, because the start takes the access of others to them.
 */
async function readVersion(directory: string): Promise<string | undefined> {
  try {
    const content = await readIfExists(getVersionFile(directory));
    if (content) return content.toString().trim();
    const names = (await readdir(directory).catch(ignoreMissing)) ?? [];
    if (names.some((name) => /^(?:objects$|dynamodb\.)/.test(name))) return '0';
    const other = names.find(
      (name) => !harmlessNames.some((pattern) => pattern.test(name)),
    );
    if (other !== undefined)
      throw new Error(`it has other files (${other}). Choose a new or an empty folder`);
    return undefined;
  } catch (error) {
    throw explainFailure(directory, error);
  }
}
