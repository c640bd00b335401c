import { Option } from '@commander-js/extra-typings';
import { findEnvironment } from '#shared/runtime/environment.ts';
import { rejectUnknownSettings } from '../cloud/base/settings.ts';
import { reportFailure } from '../terminal/failure.ts';
import { collectPair, createProgram } from '../terminal/program.ts';

const examples = `
Examples:
  npm run synth
  npm run synth -- -c stackName=FitnessData-staging -c logLevel=warn

docs/decisions/0012-settings-and-synthesis.md lists the settings.`;

/**
 * Bundles the functions for Lambda, and synthesizes and validates the template with the settings of
 * a command line.
 */
export function runSynthesis(args: readonly string[]): Promise<void> {
  return reportFailure(async () => {
    const context = readContext(args);
    rejectUnknownSettings(Object.keys(context));
    // The help and the errors above need neither esbuild nor the CDK, which takes a second to load.
    const { bundleFunctions } = await import('./bundle.ts');
    await bundleFunctions();
    const { installNativePackages } = await import('./native-packages.ts');
    await installNativePackages();
    const { synthesize } = await import('../cloud/synthesize.ts');
    const template = await synthesize({ validates: true, context, warn: console.warn });
    const millisSinceProcessStart = performance.now();
    const seconds = (millisSinceProcessStart / 1000).toFixed(1);
    console.log(`Synthesized ${template} in ${seconds} s.`);
  });
}

/** Reads settings as `cdk deploy` does: `-c <name>=<value>`, any number of times. */
function readContext(args: readonly string[]): Readonly<Record<string, string>> {
  const program = createProgram('npm run synth --')
    .description('Bundles the functions, and synthesizes and validates the template.')
    .addOption(
      new Option(
        '-c, --context <name=value>',
        'setting, as for npm run deploy (repeatable)',
      )
        .argParser(collectPair)
        .default({}, 'none'),
    )
    .addHelpText('after', examples)
    .parse(args, { from: 'user' });
  return program.opts().context;
}

/**
 * Synthesizes and validates the template for the `cdk` command. The command first bundles the
 * functions (`build` in cdk.json), and sets the folder of the template in `CDK_OUTDIR`.
 */
export function runCdkApp(): Promise<void> {
  return reportFailure(async () => {
    const { installNativePackages } = await import('./native-packages.ts');
    await installNativePackages();
    const { synthesize } = await import('../cloud/synthesize.ts');
    await synthesize({
      outdir: findEnvironment('CDK_OUTDIR'),
      validates: true,
      warn: console.warn,
    });
  });
}
