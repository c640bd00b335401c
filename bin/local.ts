require('./require-node-24.ts');
require('./limit-arenas.ts');

import('../lib/start/run-local.ts').then(({ runLocal }) =>
  runLocal(process.argv.slice(2)),
);
