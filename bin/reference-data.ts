require('./require-node-24.ts');

import('../lib/reference-data/write-reference-data.ts').then(({ writeReferenceData }) =>
  writeReferenceData(),
);
