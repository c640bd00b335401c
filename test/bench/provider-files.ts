import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { formatRecords } from './report.ts';
import { type Section, startBenchService } from './service-under-bench.ts';

/** What a workout costs: the milliseconds of CPU of its process, and its store calls. */
export interface WorkoutCost {
  cpu: number;
  calls: number;
}

/** The costs of the same files, fetched from a provider and of an archive. */
export interface FileCosts {
  synced: WorkoutCost;
  archived: WorkoutCost;
  /** The CPU of the former in relation to that of the latter. */
  ratio: number;
}

const columns = {
  measured: 'workouts with files of an hour',
  cpu: 'CPU ms a workout',
  ratio: 'ratio',
  calls: 'store calls a workout',
};

const method = `The CPU time is that of one process with both in turn, user and system together;
the ratio is the median of its rounds. A sync also lists the workouts and the values of the body.`;

/**
 * Measures the sync of workouts with their files, and the import of the same files from an archive.
 * The service of the section delivers no messages, which would do the work of the process.
 */
export const providerFiles: Section = async ({ environment }) => {
  const service = await startBenchService(() => undefined, {});
  try {
    const child = join(import.meta.dirname, 'provider-files-child.ts');
    const env = { ...process.env, ...service.environment };
    const { stdout } = await promisify(execFile)(process.execPath, [child], { env });
    const { synced, archived, ratio }: FileCosts = JSON.parse(stdout);
    const toRow = (measured: string, { cpu, calls }: WorkoutCost, beside: number) => ({
      measured,
      cpu: cpu.toFixed(1),
      ratio: beside.toFixed(2),
      calls: calls.toFixed(2),
    });
    const table = formatRecords(columns, [
      toRow('imported from an archive', archived, 1),
      toRow('synchronized with Intervals.icu', synced, ratio),
    ]);
    return `${table}\n\n${method}`;
  } finally {
    await service.close();
    Object.assign(process.env, environment);
  }
};
