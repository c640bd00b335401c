import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildService } from '#lib/build/build.ts';
import { listFunctionIds } from '#lib/definitions.ts';
import { discoverDefinitions } from '#lib/endpoints.ts';
import { bundlesFolder } from '#lib/paths.ts';
import { listResources, type SynthesizedTemplate } from './template.ts';

const { template: path } = await buildService();
const text = readFileSync(path, 'utf8');

/** Every function of the service, by what invokes it. */
export const definitions = await discoverDefinitions();
export const { endpoints, consumers, functions } = definitions;
/** The template that is deployed, and from which the service runs here. */
export const template: SynthesizedTemplate = JSON.parse(text);
/** Bytes of the template. */
export const size = Buffer.byteLength(text);

const bundleIn = (folder: string) => readFileSync(join(folder, 'index.js'), 'utf8');
const idOfBundle = new Map(
  listFunctionIds(definitions).map((id) => [bundleIn(join(bundlesFolder, id)), id]),
);
const idOfFunction = new Map(
  listResources(template, 'AWS::Lambda::Function').map(({ id, Metadata }) => [
    id,
    idOfBundle.get(bundleIn(join(dirname(path), Metadata['aws:asset:path'] ?? ''))),
  ]),
);

/** The folder below `functions` of the bundle that a function of the template runs, as in `main/data-source/list`. */
export function findBundleId(functionId: string | undefined): string | undefined {
  return idOfFunction.get(functionId ?? '');
}
