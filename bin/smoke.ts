require('./require-node-24.ts');

import('../test/smoke/run-smoke.ts').then(({ runSmoke }) =>
  runSmoke(process.argv.slice(2)),
);
