import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { markdownTable } from './report.ts';
import type { Section } from './service-under-bench.ts';

const run = promisify(execFile);

/** The cost of one request to a warm function, beside that of its store call alone. */
export interface WarmCost {
  name: string;
  store_calls: number;
  /** Milliseconds of CPU of the function's process. */
  cpu: number;
  storeCpu: number;
  ratio: number;
}

/**
 * Measures functions in a warm process, each beside the bare store call that it makes. Throws an
 * error if a request makes more than one.
 */
async function measureWarm(environment: Record<string, string>): Promise<WarmCost[]> {
  const child = join(import.meta.dirname, 'warm-child.ts');
  const { stdout } = await run(process.execPath, [child], {
    env: { ...process.env, ...environment },
  });
  const costs: WarmCost[] = JSON.parse(stdout);
  for (const { name, store_calls } of costs) {
    if (store_calls !== 1) throw new Error(`${name} makes ${store_calls} store calls.`);
  }
  return costs;
}

/** Measures the CPU time of warm functions beside that of their store call. */
export const warm: Section = async ({ environment }) => {
  const costs = await measureWarm(environment);
  const rows = costs.map(({ name, store_calls, cpu, storeCpu, ratio }) => [
    name,
    store_calls,
    cpu.toFixed(2),
    storeCpu.toFixed(2),
    ratio.toFixed(2),
  ]);
  const columns = ['store calls', 'CPU ms', 'of the bare call', 'ratio'];
  return markdownTable(['warm function', ...columns], rows);
};
