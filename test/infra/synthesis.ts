import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from 'aws-cdk-lib';
import { afterAll, vi } from 'vitest';
import { type CatalogueEntry, routelessFunctions } from '../../lib/catalogue.ts';
import { FitnessDataStack } from '../../lib/cloud/fitness-data-stack.ts';
import { newApp } from '../../lib/cloud/synthesize.ts';
import type { Template } from './template.ts';

/** A synthesized stack, as it was written to disk. */
export interface Synthesis {
  template: Template;
  /** Bytes of the template. */
  size: number;
}

const temporary: string[] = [];
afterAll(() => {
  for (const folder of temporary) rmSync(folder, { recursive: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'infra-'));
  temporary.push(folder);
  return folder;
}

/** Bundles that hold nothing but their id: what functions do is no matter of the stack. */
function stubBundles(ids: readonly string[]): string {
  const folder = newFolder();
  for (const id of ids) {
    mkdirSync(join(folder, id), { recursive: true });
    writeFileSync(join(folder, id, 'index.js'), id);
  }
  return folder;
}

/**
 * Synthesizes the stack of a catalogue; its files last as long as the test file. `check` adds rules to those that the
 * CDK checks; without it none are, which takes half the time.
 */
export function synthesizeStack(
  catalogue: readonly CatalogueEntry[],
  context: Readonly<Record<string, string>> = {},
  check?: (app: App) => void,
): Synthesis {
  vi.stubEnv('CDK_VALIDATION', String(check !== undefined));
  const bundles = stubBundles([...catalogue.map(({ id }) => id), ...routelessFunctions]);
  const app = newApp(newFolder(), context);
  check?.(app);
  const stack = new FitnessDataStack(app, 'FitnessDataStack', { catalogue, bundles });
  const { directory } = app.synth();
  const text = readFileSync(join(directory, stack.templateFile), 'utf8');
  return { template: JSON.parse(text) as Template, size: Buffer.byteLength(text) };
}
