import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { formatRecords } from './report.ts';
import type { Section } from './service-under-bench.ts';

/** The milliseconds of CPU of pushes and lists of measurements. */
export type MeasurementCosts = Record<
  'least' | 'first' | 'repeat' | 'firstRequest' | 'repeatRequest' | 'list' | 'leastList',
  number
>;

const columns = { measured: 'measured', cpu: 'CPU ms', beside: 'beside', ratio: 'ratio' };

/** Measures pushes of an app and lists, each beside what the goals name. */
export const measurements: Section = async ({ environment }) => {
  const child = join(import.meta.dirname, 'measurements-child.ts');
  const env = { ...process.env, ...environment };
  const { stdout } = await promisify(execFile)(process.execPath, [child], { env });
  const costs: MeasurementCosts = JSON.parse(stdout);
  const toRow = (
    measured: string,
    of: keyof MeasurementCosts,
    beside: string,
    other: keyof MeasurementCosts,
  ) => ({
    measured,
    cpu: costs[of].toFixed(2),
    beside: `${beside}: ${costs[other].toFixed(2)}`,
    ratio: (costs[of] / costs[other]).toFixed(2),
  });
  return formatRecords(columns, [
    toRow('a push of 190 KB without the table', 'first', 'parse, marshall', 'least'),
    toRow('its repeat', 'repeat', 'the first', 'first'),
    toRow('the request of a push', 'firstRequest', 'parse, marshall', 'least'),
    toRow('its repeat', 'repeatRequest', 'the first', 'firstRequest'),
    toRow('400 days of two types', 'list', 'BatchGetItem of the SDK', 'leastList'),
  ]);
};
