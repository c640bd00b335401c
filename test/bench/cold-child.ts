// Starts one function in a new process, as Lambda does. Loads a bundle, sends it one event and prints
// the times, the status and the number of store calls.
import { createRequire } from 'node:module';

interface Response {
  statusCode?: number;
}

const [bundle = '', event = ''] = process.argv.slice(2);
const require = createRequire(import.meta.url);
// The log of the function must not mix with the result on the standard output.
const { write } = process.stdout;
const logLines: string[] = [];
process.stdout.write = (line) => logLines.push(String(line)) > 0;

const started = performance.now();
const { handler } = require(bundle) as {
  handler: (event: unknown, context: unknown) => Promise<Response>;
};
const loaded = performance.now();
const context = { getRemainingTimeInMillis: () => 10_000 };
const { statusCode = 200 } = await handler(JSON.parse(event), context);
const responded = performance.now();

const [, calls = '0'] = /"store_calls":(\d+)/.exec(logLines.join('')) ?? [];
const sample = {
  load: loaded - started,
  first: responded - started,
  status: statusCode,
  calls: Number(calls),
};
process.stdout.write = write;
process.stdout.write(JSON.stringify(sample), () => process.exit(0));
