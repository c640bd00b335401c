import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildService } from '#lib/build/build.ts';
import { discoverDefinitions, listFunctionIds } from '#lib/endpoints.ts';
import { bundlesFolder } from '#lib/paths.ts';
import { listResources, type SynthesizedTemplate } from './template.ts';

const { template: path } = await buildService();
const text = readFileSync(path, 'utf8');

/** The definitions of every function of the service. */
export const definitions = await discoverDefinitions();
export const { endpoints, consumers, functions } = definitions;
/** The template that is deployed and that the local runner reads. */
export const template: SynthesizedTemplate = JSON.parse(text);
/** The size of the template in bytes. */
export const size = Buffer.byteLength(text);

const readBundle = (folder: string) => readFileSync(join(folder, 'index.js'), 'utf8');
/** The ids of functions by the text of their bundle. */
const idsByBundle = new Map(
  listFunctionIds(definitions).map((id) => [readBundle(join(bundlesFolder, id)), id]),
);
/** The ids of functions by their logical id in the template. */
const idsByFunction = new Map(
  listResources(template, 'AWS::Lambda::Function').map(({ id, Metadata }) => [
    id,
    idsByBundle.get(readBundle(join(dirname(path), Metadata['aws:asset:path'] ?? ''))),
  ]),
);

/** Finds the id of the bundle of a function in the template, e.g. `main/data-source/list`. */
export function findBundleId(functionId: string | undefined): string | undefined {
  return idsByFunction.get(functionId ?? '');
}

/** Finds a function in the template by the id of its bundle. */
export function findFunction<Properties = Record<string, unknown>>(id: string) {
  const deployed = listResources<Properties>(template, 'AWS::Lambda::Function');
  return deployed.find((resource) => findBundleId(resource.id) === id);
}
