import { bundleFunctions } from '#lib/build/bundle.ts';
import { installNativePackages } from '#lib/build/native-packages.ts';
import { synthesize } from '#lib/cloud/synthesize.ts';

const started = performance.now();
await bundleFunctions();
await installNativePackages();
const template = await synthesize();
console.log(`Synthesized ${template} in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
