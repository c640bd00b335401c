require('./require-node-24.ts');

import('../lib/docs/documents.ts').then(({ writeDocuments }) =>
  writeDocuments(process.argv.slice(2)),
);
