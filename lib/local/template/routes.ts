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
  const byId = new Map(resources.map(({ ref, properties }) => [ref, properties]));
  const buildPath = (id: string): string => {
    const resource = byId.get(id);
    return resource ? `${buildPath(resource.ParentId)}/${resource.PathPart}` : '';
  };

  const paths = resources.map(({ ref }) => [ref, buildPath(ref)] as const);
  return new Map([[rootId, '/'], ...paths]);
}

function readAuthorizers(stack: Stack, apiId: string): Map<string, TokenAuthorizer> {
  const authorizers = listOfApi<AuthorizerProperties>(stack, 'AWS::ApiGateway::Authorizer', apiId);
  return new Map(authorizers.map((resource) => [resource.ref, readAuthorizer(resource)]));
}

/** Finds the authorizer of a method. Throws unless the method has a known one or an explicit NONE. */
function findAuthorizer(
  { logicalId, properties }: ResolvedResource<MethodProperties>,
  authorizers: ReadonlyMap<string, TokenAuthorizer>,
): TokenAuthorizer | undefined {
  const { AuthorizationType = 'NONE', AuthorizerId = '' } = properties;
  if (AuthorizationType === 'NONE') return undefined;

  const authorizer = authorizers.get(AuthorizerId);
  if (AuthorizationType === 'CUSTOM' && authorizer) return authorizer;

  throw new Error(
    `Resource ${logicalId} uses the authorization ${AuthorizationType}, unknown to the local runner.`,
  );
}

/** Reads the routes of an API with their methods. */
export function readRoutes(stack: Stack, apiId: string, rootId: string): ApiRoute[] {
  const authorizers = readAuthorizers(stack, apiId);
  const methods = listOfApi<MethodProperties>(stack, 'AWS::ApiGateway::Method', apiId);
  const toMethod = (method: ResolvedResource<MethodProperties>): ApiMethod => ({
    authorizer: findAuthorizer(method, authorizers),
    integration: readIntegration(method.properties.Integration, method.logicalId),
  });

  return [...readPaths(stack, apiId, rootId)].map(([resourceId, path]) => {
    const ofRoute = methods.filter(({ properties }) => properties.ResourceId === resourceId);
    return {
      resourceId,
      path,
      methods: new Map(ofRoute.map((method) => [method.properties.HttpMethod, toMethod(method)])),
    };
  });
}
