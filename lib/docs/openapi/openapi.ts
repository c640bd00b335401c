import { purposeOf, type Reference } from '../reference.ts';
import { errorResponses, errorSchemas } from './errors.ts';
import { operation } from './operation.ts';
import { securitySchemes, serverOf } from './servers.ts';

/** An OpenAPI 3.1 description, as far as this project looks into it. */
export interface OpenApi {
  paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
  [member: string]: unknown;
}

/** The paths at every version at which they exist, with their operations by method. */
function paths(reference: Reference): OpenApi['paths'] {
  const operations = reference.entries.flatMap((entry) =>
    entry.endpoint.versions.map((version) => ({
      path: `/${version}${entry.endpoint.path}`,
      method: entry.endpoint.method.toLowerCase(),
      value: operation(entry, version, reference),
    })),
  );
  const byPath = Map.groupBy(operations, ({ path }) => path);
  return Object.fromEntries(
    [...byPath].map(([path, sharing]) => [
      path,
      Object.fromEntries(sharing.map(({ method, value }) => [method, value])),
    ]),
  );
}

/** Describes the whole interface. */
export function openApi(reference: Reference): OpenApi {
  const { entries, resources, schemas } = reference;
  return {
    openapi: '3.1.0',
    info: {
      title: 'Fitness data service',
      version: '7.1',
      description:
        'Data sources, connections, images, activity types and the diary of people, for applications.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [serverOf('main')],
    tags: [...resources.keys()].map((name) => {
      const description = purposeOf(name, reference);
      return { name, ...(description !== undefined && { description }) };
    }),
    paths: paths(reference),
    components: {
      securitySchemes,
      schemas: { ...schemas, ...errorSchemas },
      responses: errorResponses(entries),
    },
  };
}
