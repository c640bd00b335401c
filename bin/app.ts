import { installNativePackages } from '#lib/build/native-packages.ts';
import { synthesize } from '#lib/cloud/synthesize.ts';
import { optionalEnvironment } from '#shared/runtime/environment.ts';

await installNativePackages();
// The CDK's command line says where it will look for the template.
await synthesize(optionalEnvironment('CDK_OUTDIR'));
