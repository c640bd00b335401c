// Starts one function in a new process, as Lambda does. Loads a bundle, sends one event to its
// handler, and prints the times, the status and the number of store calls. This program is bundled,
// because removing its types would be a part of the measurement.
import { createRequire } from 'node:module';
import type { ColdSample } from './cold-sample.ts';

interface Response {
  statusCode?: number;
}

type Handler = (event: unknown, context: unknown) => Promise<Response>;

const [bundle = '', event = ''] = process.argv.slice(2);
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
  const { statusCode = 200 } = await handler(JSON.parse(event), context);
  const responded = performance.now();
  const { user, system } = process.cpuUsage();

  const [, calls = '0'] = /"store_calls":(\d+)/.exec(logLines.join('')) ?? [];
  const sample: ColdSample = {
    load: loaded - started,
    first: responded - started,
    cpu: (user + system) / 1000,
    status: statusCode,
    calls: Number(calls),
  };
  process.stdout.write = write;
  process.stdout.write(JSON.stringify(sample), () => process.exit(0));
}

void start();
