require('./require-node-24.ts');

import('../lib/reference-data/reference-data.ts').then(({ writeReferenceData }) =>
  writeReferenceData(process.argv.slice(2)),
);
