import type { ApiMethod, ApiRoute, TokenAuthorizer } from './api.ts';
import {
  type AuthorizerProperties,
  type IntegrationProperties,
  readAuthorizer,
  readIntegration,
} from './integration.ts';
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

/** The paths of an API by resource id, from the chain of parents. */
function readPaths(stack: Stack, apiId: string, rootId: string): Map<string, string> {
  const parts = new Map(
    stack
      .resources<PathProperties>('AWS::ApiGateway::Resource')
      .filter(({ properties }) => properties.RestApiId === apiId)
      .map(({ ref, properties }) => [ref, properties]),
  );
  const buildPath = (id: string): string => {
    const part = parts.get(id);
    return part ? `${buildPath(part.ParentId)}/${part.PathPart}` : '';
  };
  return new Map([[rootId, '/'], ...[...parts.keys()].map((id) => [id, buildPath(id)] as const)]);
}

function readAuthorizers(stack: Stack, apiId: string): Map<string, TokenAuthorizer> {
  return new Map(
    stack
      .resources<AuthorizerProperties>('AWS::ApiGateway::Authorizer')
      .filter(({ properties }) => properties.RestApiId === apiId)
      .map((resource) => [resource.ref, readAuthorizer(resource)]),
  );
}

/** Who checks the callers of a method. Anything but a known authorizer or an explicit NONE is refused. */
function findAuthorizer(
  { logicalId, properties }: ResolvedResource<MethodProperties>,
  authorizers: ReadonlyMap<string, TokenAuthorizer>,
): TokenAuthorizer | undefined {
  const { AuthorizationType = 'NONE', AuthorizerId = '' } = properties;
  if (AuthorizationType === 'NONE') return undefined;
  const authorizer = authorizers.get(AuthorizerId);
  if (AuthorizationType === 'CUSTOM' && authorizer) return authorizer;
  throw new Error(
    `Resource ${logicalId} is authorized by ${AuthorizationType}, which the local runner cannot do.`,
  );
}

/** The resources of an API and the methods of each. */
export function readRoutes(stack: Stack, apiId: string, rootId: string): ApiRoute[] {
  const authorizers = readAuthorizers(stack, apiId);
  const methods = stack
    .resources<MethodProperties>('AWS::ApiGateway::Method')
    .filter(({ properties }) => properties.RestApiId === apiId);
  const readMethod = (method: ResolvedResource<MethodProperties>): [string, ApiMethod] => [
    method.properties.HttpMethod,
    {
      authorizer: findAuthorizer(method, authorizers),
      integration: readIntegration(method.properties.Integration, method.logicalId),
    },
  ];
  return [...readPaths(stack, apiId, rootId)].map(([resourceId, path]) => ({
    resourceId,
    path,
    methods: new Map(
      methods.filter(({ properties }) => properties.ResourceId === resourceId).map(readMethod),
    ),
  }));
}
