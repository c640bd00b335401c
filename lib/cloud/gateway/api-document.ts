import {
  type Endpoint,
  errorShapeByHost,
  getErrorShape,
  getRequestMethods,
  type Host,
} from '#shared/contract/endpoint.ts';
import { isOpenToAnyOrigin } from '#shared/contract/response-headers.ts';
import { compact } from '#shared/runtime/compact.ts';
import {
  buildBearerScheme,
  buildFunctionOperation,
  type EndpointRoute,
} from './function-operation.ts';
import { buildGatewayResponses } from './gateway-responses.ts';
import {
  buildOtherMethods,
  buildRootRedirect,
  buildUnknownPaths,
  type PathMethods,
} from './other-methods.ts';

interface ApiDefinitionProps {
  /** The name of the API. */
  title: string;
  host: Host;
  routes: readonly EndpointRoute[];
  /** The name of the authorizer's function. Undefined if all routes are public. */
  authorizerName: string | undefined;
  /** The ARN of the role with which API Gateway invokes functions. */
  roleArn: string;
  binaryMediaTypes: readonly string[] | undefined;
  /** In bytes. Undefined if responses are not compressed. */
  minimumCompressionSize: number | undefined;
  /** Whether clients can only use the custom domain. */
  disableExecuteApiEndpoint: boolean;
}

/**
 * Builds the OpenAPI document that is the body of an API. It has everything that an import can
 * define, because an import in the mode `overwrite` removes what the document lacks.
 */
export function buildApiDocument(props: ApiDefinitionProps) {
  const { title, host, authorizerName, roleArn, disableExecuteApiEndpoint } = props;
  const securitySchemes =
    authorizerName === undefined ? {} : buildBearerScheme(authorizerName, roleArn);

  return compact({
    openapi: '3.0.1',
    info: { title, version: '1.0' },
    servers: disableExecuteApiEndpoint ? [serverWithoutInvokeUrl] : undefined,
    paths: buildPaths(props),
    components: { securitySchemes },
    'x-amazon-apigateway-gateway-responses': buildGatewayResponses(host),
    'x-amazon-apigateway-binary-media-types': props.binaryMediaTypes,
    'x-amazon-apigateway-minimum-compression-size': props.minimumCompressionSize,
  });
}

const serverWithoutInvokeUrl = {
  url: '/',
  'x-amazon-apigateway-endpoint-configuration': { disableExecuteApiEndpoint: true },
};

/** The key of the operation for every method of a path without an operation of its own. */
const anyMethod = 'x-amazon-apigateway-any-method';

/**
 * Builds the paths of all endpoints of a host. The version is a path parameter that functions
 * check. Paths have no trailing slash: API Gateway serves both forms (decision 0010).
 */
function buildPaths({ host, routes, roleArn }: ApiDefinitionProps) {
  const byPath = Map.groupBy(routes, ({ endpoint }) => toResourcePath(endpoint));
  // API Gateway requires a method of the root even if an API has no routes.
  const root =
    routes.length > 0 ? buildRootRedirect() : buildOtherMethods(describePath(host, []));
  const paths: Record<string, object> = { '/': { [anyMethod]: root } };
  for (const [path, routesOfPath] of byPath) {
    paths[path] = buildPath(host, routesOfPath, roleArn);
  }
  const hasPages = routes.length > 0 && errorShapeByHost[host] === 'page';
  if (hasPages) paths['/{version}/{proxy+}'] = { [anyMethod]: buildUnknownPaths() };
  return paths;
}

/** Builds the operations of a path by method in lower case. */
function buildPath(host: Host, routes: readonly EndpointRoute[], roleArn: string) {
  const endpoints = routes.map(({ endpoint }) => endpoint);
  const path: Record<string, object> = {
    [anyMethod]: buildOtherMethods(describePath(host, endpoints)),
  };
  for (const route of routes) {
    const operation = buildFunctionOperation(route, roleArn);
    for (const method of getRequestMethods(route.endpoint))
      path[method.toLowerCase()] = operation;
  }
  return path;
}

function describePath(host: Host, endpoints: readonly Endpoint[]): PathMethods {
  // All endpoints of a path have the same error shape.
  const [errorShape = errorShapeByHost[host]] = endpoints.map(getErrorShape);
  return {
    methods: endpoints.flatMap(getRequestMethods),
    errorShape,
    isOpenToAnyOrigin: endpoints.length > 0 && isOpenToAnyOrigin(host, errorShape),
  };
}

function toResourcePath({ path }: Endpoint): string {
  return `/{version}${path.replace(/\/$/, '')}`;
}
