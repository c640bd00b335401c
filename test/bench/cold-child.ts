// Starts one function in a new process, as Lambda does. Loads a bundle, sends one event to its
// handler, and prints the times, the status and the number of store calls. Then sends it again as
// often as it is told, and prints the CPU time of a call. This program is bundled, because removing
// its types would be a part of the measurement.
import { createRequire } from 'node:module';
import type { ColdSample } from './cold-sample.ts';

interface Response {
  statusCode?: number;
}

type Handler = (event: unknown, context: unknown) => Promise<Response>;

const [bundle = '', event = '', repeats = ''] = process.argv.slice(2);
const require = createRequire(bundle);
// The log of the function must not mix with the result on the standard output.
const { write } = process.stdout;
const logLines: string[] = [];
process.stdout.write = (line) => logLines.push(String(line)) > 0;

async function start(): Promise<void> {
  const started = performance.now();
  const { handler } = require(bundle) as { handler: Handler };
  const loaded = performance.now();
  const context = { getRemainingTimeInMillis: () => 10_000 };
  const call = () => handler(JSON.parse(event), context);
  const { statusCode = 200 } = await call();
  const responded = performance.now();
  const { user, system } = process.cpuUsage();

  const [, calls = '0'] = /"store_calls":(\d+)/.exec(logLines.join('')) ?? [];
  const sample: ColdSample = {
    load: loaded - started,
    first: responded - started,
    cpu: (user + system) / 1000,
    status: statusCode,
    calls: Number(calls),
    warm: await measureWarmCpu(call, Number(repeats)),
  };
  process.stdout.write = write;
  process.stdout.write(JSON.stringify(sample), () => process.exit(0));
}

/** Returns the milliseconds of CPU of a call, in the second half of the calls. */
async function measureWarmCpu(
  call: () => Promise<unknown>,
  repeats: number,
): Promise<number> {
  if (repeats === 0) return 0;
  for (let i = 0; i < repeats / 2; i++) await call();
  const before = process.cpuUsage();
  for (let i = 0; i < repeats / 2; i++) await call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / (repeats / 2);
}

void start();
