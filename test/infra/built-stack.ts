import { readFileSync } from 'node:fs';
import { inject } from 'vitest';
import { discoverDefinitions, listFunctionIds } from '#lib/endpoints.ts';
import { toPascalCase } from '#lib/pascal-case.ts';
import { listResources, type SynthesizedTemplate } from './template.ts';

const text = readFileSync(inject('template'), 'utf8');

/** The definitions of every function of the service. */
export const definitions = await discoverDefinitions();
export const { endpoints, consumers, functions } = definitions;
/** The template that is deployed and that the local runner reads. */
export const template: SynthesizedTemplate = JSON.parse(text);
/** The size of the template in bytes. */
export const size = Buffer.byteLength(text);

/** The ids of functions by their path in the stack. */
const idsByPath = new Map(
  listFunctionIds(definitions).map((id) => [
    `FitnessDataStack/${toPascalCase(id)}/Resource`,
    id,
  ]),
);
/** The ids of functions by their logical id in the template. */
const idsByFunction = new Map(
  listResources(template, 'AWS::Lambda::Function').map(({ id, Metadata }) => [
    id,
    idsByPath.get(Metadata['aws:cdk:path'] ?? ''),
  ]),
);

/** Finds the id of a function in the template, e.g. `main/data-source/list`. */
export function findDefinitionId(logicalId: string | undefined): string | undefined {
  return idsByFunction.get(logicalId ?? '');
}

/** Finds a function in the template by its id. */
export function findFunction<Properties = Record<string, unknown>>(id: string) {
  const deployed = listResources<Properties>(template, 'AWS::Lambda::Function');
  return deployed.find((resource) => findDefinitionId(resource.id) === id);
}
