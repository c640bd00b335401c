require('./require-node-24.ts');

import('../test/faults/run-faults.ts').then(({ runFaults }) =>
  runFaults(process.argv.slice(2)),
);
