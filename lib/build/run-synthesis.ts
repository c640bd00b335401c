import { findEnvironment } from '#shared/runtime/environment.ts';
import { synthesize } from '../cloud/synthesize.ts';
import { reportFailure } from '../terminal/failure.ts';
import { bundleFunctions } from './bundle.ts';
import { installNativePackages } from './native-packages.ts';

/** Bundles the functions for Lambda, and synthesizes and validates the template. */
export function runSynthesis(): Promise<void> {
  return reportFailure(async () => {
    await bundleFunctions();
    await installNativePackages();
    const template = await synthesize({ validates: true });
    const millisSinceProcessStart = performance.now();
    const seconds = (millisSinceProcessStart / 1000).toFixed(1);
    console.log(`Synthesized ${template} in ${seconds} s.`);
  });
}

/**
 * Synthesizes and validates the template for the `cdk` command. The command first bundles the
 * functions (`build` in cdk.json), and sets the folder of the template in `CDK_OUTDIR`.
 */
export function runCdkApp(): Promise<void> {
  return reportFailure(async () => {
    await installNativePackages();
    await synthesize({ outdir: findEnvironment('CDK_OUTDIR'), validates: true });
  });
}
