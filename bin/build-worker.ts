require('./require-node-24.ts');

import('../lib/build/build-worker.ts').then(({ runBuildWorker }) => runBuildWorker());
