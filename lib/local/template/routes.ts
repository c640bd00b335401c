import type { Authorizer, Method, Route } from '../gateway/api.ts';
import {
  type AuthorizerProperties,
  type IntegrationProperties,
  readAuthorizer,
  readIntegration,
} from './integrations.ts';
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
  const pathOf = (id: string): string => {
    const part = parts.get(id);
    return part ? `${pathOf(part.ParentId)}/${part.PathPart}` : '';
  };
  return new Map([[rootId, '/'], ...[...parts.keys()].map((id) => [id, pathOf(id)] as const)]);
}

function readAuthorizers(stack: Stack, apiId: string): Map<string, Authorizer> {
  return new Map(
    stack
      .resources<AuthorizerProperties>('AWS::ApiGateway::Authorizer')
      .filter(({ properties }) => properties.RestApiId === apiId)
      .map((resource) => [resource.ref, readAuthorizer(resource)]),
  );
}

/** Who checks the callers of a method. Anything but a known authorizer or an explicit NONE is refused. */
function authorizerOf(
  { logicalId, properties }: ResolvedResource<MethodProperties>,
  authorizers: ReadonlyMap<string, Authorizer>,
): Authorizer | undefined {
  const { AuthorizationType = 'NONE', AuthorizerId = '' } = properties;
  if (AuthorizationType === 'NONE') return undefined;
  const authorizer = authorizers.get(AuthorizerId);
  if (AuthorizationType === 'CUSTOM' && authorizer) return authorizer;
  throw new Error(
    `Resource ${logicalId} is authorized by ${AuthorizationType}, which the local runner cannot do.`,
  );
}

/** The resources of an API and the methods of each. */
export function readRoutes(stack: Stack, apiId: string, rootId: string): Route[] {
  const authorizers = readAuthorizers(stack, apiId);
  const methods = stack
    .resources<MethodProperties>('AWS::ApiGateway::Method')
    .filter(({ properties }) => properties.RestApiId === apiId);
  const readMethod = (method: ResolvedResource<MethodProperties>): [string, Method] => [
    method.properties.HttpMethod,
    {
      authorizer: authorizerOf(method, authorizers),
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
