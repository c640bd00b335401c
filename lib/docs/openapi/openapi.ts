import { compact } from '#shared/runtime/compact.ts';
import { type ApiReference, getResourceDescription } from '../reference/reference.ts';
import { buildErrorResponses, errorSchemas } from './errors.ts';
import { buildOperation } from './operation.ts';
import { buildServer, securitySchemes } from './servers.ts';

/** The operations of a path by method. */
type PathItem = Record<string, object>;

/** An OpenAPI 3.1 document, as far as this project reads it. */
export interface OpenApiDocument {
  paths: Readonly<Record<string, PathItem>>;
  [member: string]: unknown;
}

/** Builds the OpenAPI document of the whole interface. */
export function buildOpenApi(reference: ApiReference): OpenApiDocument {
  const { entries, resources, schemas } = reference;
  const tags = [...resources.keys()].map((name) =>
    compact({ name, description: getResourceDescription(name, reference) }),
  );
  return {
    openapi: '3.1.0',
    info: {
      title: 'Fitness data service',
      version: '7.1',
      description:
        'Data sources, remote connections, images, activity types and a diary.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [buildServer('main')],
    tags,
    paths: buildPaths(reference),
    components: {
      securitySchemes,
      schemas: { ...schemas, ...errorSchemas },
      responses: buildErrorResponses(entries),
    },
  };
}

/** Builds the paths, each under every version of its endpoints. */
function buildPaths(reference: ApiReference): OpenApiDocument['paths'] {
  const paths: Record<string, PathItem> = {};
  for (const entry of reference.entries) {
    const { method, path, versions } = entry.endpoint;
    for (const version of versions) {
      const url = `/${version}${path}`;
      const operation = buildOperation(entry, version, reference);
      paths[url] = { ...paths[url], [method.toLowerCase()]: operation };
    }
  }
  return paths;
}
