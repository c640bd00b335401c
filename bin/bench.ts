import { parseArgs } from 'node:util';
import { runBenchmarks, writeReport } from '#test/bench/bench.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '3' },
    items: { type: 'string', default: '1000000' },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) {
  console.log(`npm run bench -- [--runs 20] [--seconds 3] [--items 1000000] [--write]

Measures, with a service of its own: store calls and capacity of every endpoint, requests a second, CPU of warm
functions, races for tokens, pictures, the diary in a large table, bundle sizes and cold starts. Takes some minutes.

  --runs N     fresh processes a function
  --seconds N  seconds a load
  --items N    items in the table when it is large
  --write      write the figures to docs/benchmarks.md and README.md`);
} else {
  const { runs, seconds, items } = values;
  const report = await runBenchmarks({
    runs: Number(runs),
    seconds: Number(seconds),
    items: Number(items),
  });
  console.log(report.text);
  if (values.write) await writeReport(report);
}
