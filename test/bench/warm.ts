import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { markdownTable } from './report.ts';
import type { Section } from './service-under-bench.ts';

const run = promisify(execFile);

/** What a request costs a function that is warm. */
export interface WarmCost {
  name: string;
  /** Milliseconds of CPU, of this process alone. */
  cpu: number;
  store_calls: number;
}

/**
 * Measures the token endpoint and the authorizer in a warm process, each beside the bare store call
 * that it makes. Throws where a request makes more than one.
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
  for (const { name, store_calls } of costs)
    if (store_calls !== 1) throw new Error(`${name} makes ${store_calls} store calls.`);
  return costs;
}

/** CPU of a warm function beside that of its store call alone. */
export const warm: Section = async ({ environment }) => {
  const measured = await measureWarm(environment, 1000);
  return markdownTable(
    ['warm function', 'CPU ms a request', 'store calls'],
    measured.map(({ name, cpu, store_calls }) => [name, cpu.toFixed(2), store_calls]),
  );
};
