require('./require-node-24.ts');

import('../lib/build/build.ts').then(({ runBuildStep }) => runBuildStep(process.argv[2]));
