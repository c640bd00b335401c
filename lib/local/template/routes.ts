import type { ApiMethod, ApiRoute, TokenAuthorizer } from './api.ts';
import type { ApiDocument, OperationDefinition, PathDefinition } from './api-document.ts';
import { readAuthorizer } from './authorizer.ts';
import { generateResourceId } from './identity.ts';
import { readIntegration } from './integration.ts';

/** The key of the operation for all other methods of a path. */
const anyMethod = 'x-amazon-apigateway-any-method';

type Authorizers = ReadonlyMap<string, TokenAuthorizer>;

function readAuthorizers({ components }: ApiDocument): Authorizers {
  const schemes = Object.entries(components?.securitySchemes ?? {});
  const authorizers = new Map<string, TokenAuthorizer>();
  for (const [name, scheme] of schemes)
    authorizers.set(name, readAuthorizer(name, scheme));
  return authorizers;
}

/**
 * Returns the authorizer of an operation, or undefined if the operation is public. Throws if the
 * authorizer is unknown, or if the operation has several.
 */
function findAuthorizer(
  { security = [] }: OperationDefinition,
  authorizers: Authorizers,
  method: string,
): TokenAuthorizer | undefined {
  const names = security.flatMap((requirement) => Object.keys(requirement));
  const [name, ...others] = names;
  if (name === undefined) return undefined;

  const authorizer = authorizers.get(name);
  if (authorizer && others.length === 0) return authorizer;

  const description = `the security ${names.join(', ')} of ${method}`;
  throw new Error(`The local runner does not support ${description}.`);
}

function readMethods(
  path: string,
  operations: PathDefinition,
  authorizers: Authorizers,
): Map<string, ApiMethod> {
  const methods = new Map<string, ApiMethod>();
  for (const [key, operation] of Object.entries(operations)) {
    const name = key === anyMethod ? 'ANY' : key.toUpperCase();
    const method = `${name} ${path}`;
    const integration = operation['x-amazon-apigateway-integration'];
    methods.set(name, {
      authorizer: findAuthorizer(operation, authorizers, method),
      integration: readIntegration(integration, method),
    });
  }
  return methods;
}

/** Lists the paths above a path, e.g. `/` and `/a` of `/a/b`. */
function listAncestors(path: string): string[] {
  const segments = path.split('/').slice(1, -1);
  const ancestors = segments.map((_, index) => segments.slice(0, index + 1).join('/'));
  return ['/', ...ancestors.map((ancestor) => `/${ancestor}`)];
}

/**
 * Reads the routes of an API with their methods. As in API Gateway, each ancestor of a path is
 * a route too, without methods unless the document has it as a path.
 */
export function readRoutes(apiLogicalId: string, document: ApiDocument): ApiRoute[] {
  const { paths = {} } = document;
  const authorizers = readAuthorizers(document);
  const documentPaths = Object.keys(paths);
  const allPaths = new Set([...documentPaths.flatMap(listAncestors), ...documentPaths]);

  return [...allPaths].map((path) => ({
    resourceId: generateResourceId(apiLogicalId, path),
    path,
    methods: readMethods(path, paths[path] ?? {}, authorizers),
  }));
}
