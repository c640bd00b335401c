require('./require-node-24.ts');

import('../lib/docs/check-openapi.ts').then(({ runOpenApiTools }) => runOpenApiTools());
