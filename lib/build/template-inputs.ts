import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import type { Definitions } from '../definitions.ts';
import { bundlesFolder } from '../paths.ts';

/** The members of an endpoint that only its code and the documentation depend on. */
export const codeMembers = [
  'summary',
  'description',
  'operationId',
  'request',
  'responses',
  'examples',
] as const satisfies readonly (keyof Endpoint)[];

const fileName = 'template-inputs.json';

function pickTemplateMembers(endpoint: Endpoint): Record<string, unknown> {
  const omitted: readonly string[] = codeMembers;
  const members = Object.entries(endpoint).filter(([name]) => !omitted.includes(name));
  return Object.fromEntries(members);
}

/** Writes the parts of the definitions that the template depends on, beside the bundles. */
export async function writeTemplateInputs(
  { endpoints, ...others }: Definitions,
  folder: string,
): Promise<void> {
  const endpointInputs = endpoints.map(({ id, endpoint }) => ({
    id,
    endpoint: pickTemplateMembers(endpoint),
  }));
  await writeFile(
    join(folder, fileName),
    JSON.stringify({ ...others, endpoints: endpointInputs }),
  );
}

/** Returns the text of the template inputs beside the bundles in a folder, for a comparison. */
export function readTemplateInputs(folder = bundlesFolder): Promise<string> {
  return readFile(join(folder, fileName), 'utf8');
}
