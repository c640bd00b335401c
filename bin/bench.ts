import { parseArgs } from 'node:util';
import { runBenchmarks } from '../test/bench/bench.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '3' },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) {
  console.log(`npm run bench -- [--runs 20] [--seconds 3] [--write]

Measures bundle sizes and cold starts, store calls and capacity of every endpoint, and requests a second.
--write puts the figures into README.md.`);
} else {
  console.log(
    await runBenchmarks({ runs: Number(values.runs), seconds: Number(values.seconds), write: values.write }),
  );
}
