// A fresh process, as Lambda starts one: loads the bundle that it is told, hands it one event,
// prints both times, what was answered, and how often a store was called.
import { createRequire } from 'node:module';

interface Result {
  statusCode?: number;
}

const [bundle = '', event = ''] = process.argv.slice(2);
const require = createRequire(import.meta.url);
// What the function's handler logs must not mix with what is printed here.
const { write } = process.stdout;
const lines: string[] = [];
process.stdout.write = (line) => lines.push(String(line)) > 0;

const started = performance.now();
const { handler } = require(bundle) as {
  handler: (event: unknown, context: unknown) => Promise<Result>;
};
const loaded = performance.now();
const context = { getRemainingTimeInMillis: () => 10_000 };
const result = await handler(JSON.parse(event), context);
const answered = performance.now();

const [, calls = '0'] = /"store_calls":(\d+)/.exec(lines.join('')) ?? [];
const outcome = {
  load: loaded - started,
  first: answered - started,
  status: result.statusCode ?? 200,
  calls: Number(calls),
};
process.stdout.write = write;
process.stdout.write(JSON.stringify(outcome), () => process.exit(0));
