require('./require-node-24.ts');

import('../lib/docs/write-documents.ts').then(({ writeDocuments }) => writeDocuments());
