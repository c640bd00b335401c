import type { ApiMethod, ApiRoute, TokenAuthorizer } from './api.ts';
import { type AuthorizerProperties, readAuthorizer } from './authorizer.ts';
import { type IntegrationProperties, readIntegration } from './integration.ts';
import type { ResolvedResource, Stack } from './stack.ts';

interface PathProperties {
  RestApiId: string;
  ParentId: string;
  PathPart: string;
}

interface MethodProperties {
  RestApiId: string;
  ResourceId: string;
  HttpMethod: string;
  AuthorizationType?: string;
  AuthorizerId?: string;
  Integration?: IntegrationProperties;
}

/** Lists the resources of a type that belong to an API. */
function listOfApi<P extends { RestApiId: string }>(
  stack: Stack,
  type: string,
  apiId: string,
): ResolvedResource<P>[] {
  const resources = stack.resources<P>(type);
  return resources.filter(({ properties }) => properties.RestApiId === apiId);
}

/** Reads the paths of an API by resource id. */
function readPaths(stack: Stack, apiId: string, rootId: string): Map<string, string> {
  const resources = listOfApi<PathProperties>(stack, 'AWS::ApiGateway::Resource', apiId);
  const buildPath = (id: string): string => {
    const resource = resources.find(({ ref }) => ref === id);
    if (!resource) return '';

    const { ParentId, PathPart } = resource.properties;
    return `${buildPath(ParentId)}/${PathPart}`;
  };

  const paths = new Map([[rootId, '/']]);
  for (const { ref } of resources) paths.set(ref, buildPath(ref));
  return paths;
}

function readAuthorizers(stack: Stack, apiId: string): Map<string, TokenAuthorizer> {
  const authorizers = listOfApi<AuthorizerProperties>(
    stack,
    'AWS::ApiGateway::Authorizer',
    apiId,
  );
  const byId = new Map<string, TokenAuthorizer>();
  for (const resource of authorizers) byId.set(resource.ref, readAuthorizer(resource));
  return byId;
}

/** Returns the authorizer of a method, or undefined for NONE. Throws for an unsupported type. */
function findAuthorizer(
  { logicalId, properties }: ResolvedResource<MethodProperties>,
  authorizers: ReadonlyMap<string, TokenAuthorizer>,
): TokenAuthorizer | undefined {
  const { AuthorizationType = 'NONE', AuthorizerId = '' } = properties;
  if (AuthorizationType === 'NONE') return undefined;

  const authorizer = authorizers.get(AuthorizerId);
  if (AuthorizationType === 'CUSTOM' && authorizer) return authorizer;

  const description = `Resource ${logicalId} uses the authorization ${AuthorizationType}`;
  throw new Error(`${description}, which the local runner does not support.`);
}

/** Reads the routes of an API with their methods. */
export function readRoutes(stack: Stack, apiId: string, rootId: string): ApiRoute[] {
  const authorizers = readAuthorizers(stack, apiId);
  const methods = listOfApi<MethodProperties>(stack, 'AWS::ApiGateway::Method', apiId);
  const toMethod = (method: ResolvedResource<MethodProperties>): ApiMethod => ({
    authorizer: findAuthorizer(method, authorizers),
    integration: readIntegration(method.properties.Integration, method.logicalId),
  });

  const paths = [...readPaths(stack, apiId, rootId)];

  return paths.map(([resourceId, path]) => {
    const methodsByName = new Map<string, ApiMethod>();
    for (const method of methods) {
      const { ResourceId, HttpMethod } = method.properties;
      if (ResourceId === resourceId) methodsByName.set(HttpMethod, toMethod(method));
    }

    return { resourceId, path, methods: methodsByName };
  });
}
