// A fresh process, as Lambda starts one: loads the bundle that it is told, hands it one event, prints both times.
import { createRequire } from 'node:module';

const [bundle = '', event = ''] = process.argv.slice(2);
const require = createRequire(import.meta.url);
// What the function's handler logs must not mix with what is printed here.
const { write } = process.stdout;
process.stdout.write = () => true;

const started = performance.now();
const { handler } = require(bundle) as { handler: (event: unknown, context: unknown) => Promise<unknown> };
const loaded = performance.now();
if (event)
  await handler(JSON.parse(event), { getRemainingTimeInMillis: () => 10_000 }).catch(() => undefined);
const answered = performance.now();

process.stdout.write = write;
process.stdout.write(JSON.stringify({ load: loaded - started, first: answered - started }), () =>
  process.exit(0),
);
