import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { markdownTable } from './report.ts';
import type { Section } from './service-under-bench.ts';

const run = promisify(execFile);

/** The cost of one request to a warm function. */
export interface WarmCost {
  name: string;
  /** Milliseconds of CPU of the function's process. */
  cpu: number;
  store_calls: number;
}

/**
 * Measures the token endpoint and the authorizer in a warm process, each beside the bare store call
 * that it makes. Throws an error if a request makes more than one.
 */
async function measureWarm(
  environment: Record<string, string>,
  requests: number,
): Promise<WarmCost[]> {
  const child = [join(import.meta.dirname, 'warm-child.ts'), String(requests)];
  const { stdout } = await run(process.execPath, child, {
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
  const costs = await measureWarm(environment, 1000);
  const rows = costs.map(({ name, cpu, store_calls }) => [
    name,
    cpu.toFixed(2),
    store_calls,
  ]);
  return markdownTable(['warm function', 'CPU ms a request', 'store calls'], rows);
};
