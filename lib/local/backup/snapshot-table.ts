import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { databaseFile } from '../host/database-file.ts';
import { syncFile } from './backup-files.ts';

/** How long to wait for the database if the engine has locked it. */
const timeoutMs = 60_000;

/** Writes a snapshot of a data directory's table into a file. The engine may write meanwhile. */
export async function snapshotTable(directory: string, target: string): Promise<void> {
  const snapshot = join(target, databaseFile);
  const database = new DatabaseSync(join(directory, databaseFile), {
    timeout: timeoutMs,
  });
  try {
    database.prepare('VACUUM INTO ?').run(snapshot);
  } finally {
    database.close();
  }
  await syncFile(snapshot);
}
