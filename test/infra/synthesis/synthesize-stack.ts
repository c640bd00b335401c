import { mkdirSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from 'aws-cdk-lib';
import { DISABLE_ASSET_STAGING_CONTEXT } from 'aws-cdk-lib/cx-api';
import { FitnessDataStack } from '#lib/cloud/fitness-data-stack.ts';
import { createApp } from '#lib/cloud/synthesize.ts';
import {
  type Definitions,
  discoverDefinitions,
  listFunctionIds,
} from '#lib/endpoints.ts';
import type { SynthesizedTemplate } from '../template.ts';

/** A synthesized stack. */
export interface Synthesis {
  template: SynthesizedTemplate;
  /** The size of the template in bytes. */
  size: number;
  stackName: string;
  terminationProtection: boolean;
  /** The tags that CloudFormation gives all resources. */
  tags: Readonly<Record<string, string>>;
}

const service = await discoverDefinitions();

/** Writes bundles that contain only their id, because the stack does not depend on code. */
function writeStubBundles(bundles: string, ids: readonly string[]): void {
  for (const id of ids) {
    const folder = join(bundles, id);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'index.js'), id);
  }
}

/**
 * Synthesizes the stack with these definitions in a temporary folder. Defaults to the definitions
 * of the service. `addRules` adds rules to the app, and a broken one makes this throw an error.
 */
export function synthesizeStack(
  changes: Partial<Definitions>,
  context: Readonly<Record<string, string>> = {},
  addRules?: (app: App) => void,
): Synthesis {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'infra-'));
  const definitions = { ...service, ...changes };
  const bundles = join(folder.path, 'bundles');
  writeStubBundles(bundles, listFunctionIds(definitions));
  const app = createApp({
    outdir: join(folder.path, 'cdk.out'),
    // The bundles need no copies.
    context: { ...context, [DISABLE_ASSET_STAGING_CONTEXT]: 'true' },
  });
  addRules?.(app);
  const stack = new FitnessDataStack(app, 'FitnessDataStack', { definitions, bundles });
  const { directory } = app.synth();
  const text = readFileSync(join(directory, stack.templateFile), 'utf8');
  return {
    template: JSON.parse(text) as SynthesizedTemplate,
    size: Buffer.byteLength(text),
    stackName: stack.stackName,
    terminationProtection: stack.terminationProtection,
    tags: stack.tags.tagValues(),
  };
}
