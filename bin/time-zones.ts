require('./require-node-24.ts');

import('../lib/time-zones/time-zones.ts').then(({ runTimeZones }) =>
  runTimeZones(process.argv.slice(2)),
);
