import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type DatabaseKind, databaseFiles } from '../host/database-files.ts';
import { copyDurably, listFiles, syncFile } from './backup-files.ts';

/** How long to wait for the database if the engine has locked it. */
const timeoutMs = 60_000;

/** Writes a snapshot of a database into a new file. Other processes may write meanwhile. */
async function snapshotSqlite(from: string, to: string): Promise<void> {
  const database = new DatabaseSync(from, { timeout: timeoutMs });
  try {
    database.prepare('VACUUM INTO ?').run(to);
  } finally {
    database.close();
  }
  await syncFile(to);
}

async function copyFolder(from: string, to: string): Promise<void> {
  for (const path of await listFiles(from))
    await copyDurably(join(from, path), join(to, path));
}

/**
 * Copies the table of a data directory. `isRunning` says whether an engine has the table open.
 * Throws if that engine is dynalite, whose files no other process can read meanwhile.
 */
export async function snapshotTable(
  directory: string,
  kind: DatabaseKind,
  isRunning: boolean,
  target: string,
): Promise<void> {
  const from = join(directory, databaseFiles[kind]);
  const to = join(target, databaseFiles[kind]);

  if (kind === 'dynoxide') return snapshotSqlite(from, to);
  if (isRunning)
    throw new Error(
      'Stop the service first: on this platform, a running service cannot be backed up.',
    );
  await copyFolder(from, to);
}
