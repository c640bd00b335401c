require('./require-node-24.ts');

import('../lib/build/run-client-build.ts').then(({ runClientBuild }) => runClientBuild());
