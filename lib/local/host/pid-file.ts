import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { tryParseJson } from '#shared/outgoing/outgoing.ts';
import { explainFailure } from './data-directory.ts';
import { findReason, readIfExists, replaceFile } from './files.ts';

/** The facts that the operator's tools need to use a running local service. */
const RunningService = z.object({
  // Signals to 0 and to negative numbers would reach whole groups of processes.
  pid: z.int().check(z.positive()),
  /** Environment variables that give access to the stores of the service. */
  environment: z.record(z.string(), z.string()),
  /** The release of Node, and that of its rules of time zones. Absent before 0.7.0. */
  versions: z.optional(z.object({ node: z.string(), tz: z.string() })),
});
export type RunningService = z.infer<typeof RunningService>;

/** The default data folder of a local service. */
export const defaultDataFolder = join(import.meta.dirname, '..', '..', '..', '.local');

function getPidFile(folder: string): string {
  return join(folder, 'service.json');
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Without permission to send a signal, the process exists and is another user's.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Returns the service in the file, or undefined if the file is missing or damaged. */
async function readPidFile(folder: string): Promise<RunningService | undefined> {
  const content = await readIfExists(getPidFile(folder)).catch((error) => {
    if (findReason(error) === 'permission denied') throw explainFailure(folder, error);
  });
  return RunningService.safeParse(tryParseJson(content?.toString() ?? '')).data;
}

/**
 * Returns the service that runs with this data folder, or undefined if no service runs. Ignores the
 * file that a crashed service left behind. Throws if the folder belongs to another user.
 */
export async function findRunningService(
  folder: string,
): Promise<RunningService | undefined> {
  const service = await readPidFile(folder);
  return service && isAlive(service.pid) ? service : undefined;
}

/**
 * Returns the service that runs with this data folder. If no service runs, throws an error that
 * names an alternative, e.g. `use --table NAME`.
 */
export async function requireRunningService(
  folder: string,
  alternative: string,
): Promise<RunningService> {
  const service = await findRunningService(folder);
  if (!service)
    throw new Error(
      `No local service is running with the data folder ${folder}. ` +
        `Start it with npm start, or ${alternative}.`,
    );
  return service;
}

/**
 * Writes the file with which the operator's tools find this process, and removes it when
 * `disposables` is disposed of. A service with its data in memory leaves the file of another one
 * that runs with its data in the folder. One that has the folder to itself replaces the file: it is
 * of a crashed service, whose process id another program may have now.
 */
export async function writePidFile(
  folder: string,
  environment: RunningService['environment'],
  disposables: AsyncDisposableStack,
  ownsFolder = false,
): Promise<void> {
  const other = ownsFolder ? undefined : await findRunningService(folder);
  // In a container, each service has the same process id, also the one that crashed.
  if (other && other.pid !== process.pid) return;

  const { node, tz = '' } = process.versions;
  const service: RunningService = {
    pid: process.pid,
    environment,
    versions: { node, tz },
  };
  const text = `${JSON.stringify(service, undefined, 2)}\n`;
  await mkdir(folder, { recursive: true });
  await replaceFile(getPidFile(folder), text, { mode: 0o600 });
  disposables.defer(() => rm(getPidFile(folder), { force: true }));
}
