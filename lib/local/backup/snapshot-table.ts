import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type DatabaseKind, databaseFiles } from '../host/database-files.ts';
import { copyDurably, listFiles, syncFile } from './backup-files.ts';

/** How long to wait while the engine locks the database. */
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
 * Copies the table of a data directory. `isRunning` is whether an engine uses the table. Throws if
 * this engine is dynalite, because no other process can read its files.
 */
export async function snapshotTable(
  directory: string,
  kind: DatabaseKind,
  isRunning: boolean,
  target: string,
): Promise<void> {
  const from = join(directory, databaseFiles[kind]);
  const to = join(target, databaseFiles[kind]);

  if (kind === 'dynoxide') await snapshotSqlite(from, to);
  else if (isRunning)
    throw new Error(
      'Stop the service first: on this platform, a running service cannot be backed up.',
    );
  else await copyFolder(from, to);
}
