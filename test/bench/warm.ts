import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { markdownTable } from './report.ts';
import type { Section } from './service-under-bench.ts';
import { mean } from './statistics.ts';

const run = promisify(execFile);

/** The cost of one request to a warm function, beside that of its store call alone. */
export interface WarmCost {
  name: string;
  store_calls: number;
  /** Milliseconds of CPU of the function's process: the mean of its calls. */
  cpu: number;
  storeCpu: number;
}

/** V8 does not optimize the same code alike in each process: the ratios differ by a tenth. */
const processes = 3;

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

/** Formats the means of the costs that several processes measured for one function. */
function formatRow(costs: readonly WarmCost[]): (string | number)[] {
  const [{ name, store_calls } = { name: '', store_calls: 0 }] = costs;
  const cpu = mean(costs.map((cost) => cost.cpu));
  const storeCpu = mean(costs.map((cost) => cost.storeCpu));
  const ratio = cpu / storeCpu;
  return [name, store_calls, cpu.toFixed(2), storeCpu.toFixed(2), ratio.toFixed(2)];
}

/** Measures the CPU time of warm functions beside that of their store call. */
export const warm: Section = async ({ environment }) => {
  const costs: WarmCost[] = [];
  for (let i = 0; i < processes; i++) costs.push(...(await measureWarm(environment)));
  const costsByName = Map.groupBy(costs, ({ name }) => name);
  const rows = [...costsByName.values()].map(formatRow);
  const columns = ['store calls', 'CPU ms', 'of the bare call', 'ratio'];
  return markdownTable(['warm function', ...columns], rows);
};
