import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ImportRun } from './import-child.ts';
import { formatRecords, toMegabytes } from './report.ts';

/** A run, with what it imported. */
export interface LargeImport extends ImportRun {
  title: string;
  entries: number;
}

const columns = {
  title: 'imported by its function',
  entries: 'entries',
  cpu: 'CPU seconds',
  calls: 'store calls',
  units: 'write units',
  loaded: 'MB when loaded',
  peak: 'MB at most',
};

/** Measures the functions that import a large table, and an export of a large diary. */
export async function largeImports(): Promise<string> {
  const child = join(import.meta.dirname, 'large-imports-child.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [child]);
  const measured: LargeImport[] = JSON.parse(stdout);
  const rows = measured.map(({ title, entries, ...run }) => ({
    title,
    entries,
    cpu: run.cpuSeconds.toFixed(1),
    calls: run.storeCalls,
    units: run.writeUnits,
    loaded: toMegabytes(run.loaded),
    peak: toMegabytes(run.resident),
  }));
  return formatRecords(columns, rows);
}
