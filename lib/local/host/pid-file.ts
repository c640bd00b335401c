import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A local service that runs, as it tells the operator's tools. */
export interface RunningService {
  pid: number;
  /** The environment variables by which its stores are reached. */
  environment: Readonly<Record<string, string>>;
}

/** Where a local service keeps its data, unless told otherwise. */
export const defaultDataFolder = join(import.meta.dirname, '..', '..', '..', '.local');

const fileIn = (folder: string) => join(folder, 'service.json');

/**
 * Lets the operator's tools find this process's service by its data folder, until `owner` is disposed of. Where another
 * one that runs has left its file, that stays: the two of them can only share the folder while this keeps no data.
 */
export async function leaveServiceFile(
  folder: string,
  environment: RunningService['environment'],
  owner: AsyncDisposableStack,
): Promise<void> {
  if (await findRunningService(folder)) return;
  const service: RunningService = { pid: process.pid, environment };
  await mkdir(folder, { recursive: true });
  await writeFile(fileIn(folder), `${JSON.stringify(service, undefined, 2)}\n`, { mode: 0o600 });
  owner.defer(() => rm(fileIn(folder), { force: true }));
}

/**
 * The service that runs with this data folder; undefined where there is none, or it ended without a word, be it while it
 * wrote its file.
 */
export async function findRunningService(folder: string): Promise<RunningService | undefined> {
  const service: RunningService | undefined = await readFile(fileIn(folder), 'utf8')
    .then(JSON.parse)
    .catch(() => undefined);
  return service && isAlive(service.pid) ? service : undefined;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
