import {
  errorShapeByHost,
  getRequestMethods,
  type Host,
} from '#shared/contract/endpoint.ts';
import { buildPreflightHeaders } from '#shared/contract/response-headers.ts';
import {
  describePath,
  registrationPath,
  toResourcePath,
} from '#shared/contract/served-path.ts';
import { redirectHeaders } from '#shared/pages/redirect.ts';
import { compact } from '#shared/runtime/compact.ts';
import {
  buildBearerScheme,
  buildFunctionOperation,
  type EndpointRoute,
} from './function-operation.ts';
import { buildGatewayResponses, toHeaderLiterals } from './gateway-responses.ts';

interface ApiDefinitionProps {
  /** The name of the API. */
  title: string;
  host: Host;
  routes: readonly EndpointRoute[];
  /** The name of the authorizer's function. Undefined if all routes are public. */
  authorizerName: string | undefined;
  /** The name of the function for requests that no endpoint serves. */
  fallbackName: string;
  /** The ARN of the role with which API Gateway invokes functions. */
  roleArn: string;
  binaryMediaTypes: readonly string[] | undefined;
  /** In bytes. Undefined if responses are not compressed. */
  minimumCompressionSize: number | undefined;
  /** The URL of the metadata of a host with protected routes. */
  metadataUrl: string | undefined;
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
    'x-amazon-apigateway-gateway-responses': buildGatewayResponses(
      host,
      props.metadataUrl,
    ),
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
 * check. On a host whose errors are pages, unknown paths reach the fallback too, because a response
 * of the gateway itself cannot depend on the request (decision 0011).
 */
function buildPaths(props: ApiDefinitionProps) {
  const { host, routes, fallbackName, roleArn } = props;
  const byPath = Map.groupBy(routes, ({ endpoint }) => toResourcePath(endpoint));
  const fallback = { [anyMethod]: buildFunctionOperation(fallbackName, roleArn) };
  // API Gateway requires a method of the root.
  const paths: Record<string, object> = { '/': { [anyMethod]: buildRootRedirect() } };
  for (const [path, routesOfPath] of byPath) {
    paths[path] = { ...fallback, ...buildPath(host, routesOfPath, roleArn) };
  }
  const registration = buildPreflight(buildPreflightHeaders(host, ['POST']));
  paths[registrationPath] = { ...fallback, options: registration };
  if (errorShapeByHost[host] === 'page') paths['/{version}/{proxy+}'] = fallback;
  return paths;
}

/** Builds the operations of a path by method in lower case. */
function buildPath(host: Host, routes: readonly EndpointRoute[], roleArn: string) {
  const endpoints = routes.map(({ endpoint }) => endpoint);
  const { allow, isOpenToAnyOrigin } = describePath(host, endpoints);
  const preflight = buildPreflightHeaders(host, endpoints.flatMap(getRequestMethods));
  const path: Record<string, object> = isOpenToAnyOrigin
    ? { options: buildPreflight({ Allow: allow, ...preflight }) }
    : {};
  for (const { endpoint, functionName } of routes) {
    const isPublic = endpoint.auth === 'public';
    const operation = compact({
      security: isPublic ? undefined : [{ bearer: [] }],
      ...buildFunctionOperation(functionName, roleArn),
    });
    for (const method of getRequestMethods(endpoint))
      path[method.toLowerCase()] = operation;
  }
  return path;
}

/**
 * Media types that a request can have. A mock integration responds only to media types that it
 * knows; any other is 415. A request without a media type counts as JSON.
 */
const mediaTypes = [
  'application/json',
  'application/hal+json',
  'application/merge-patch+json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'text/plain',
];

/**
 * Builds the operation with which the gateway responds itself to every request, without a function
 * and without a body. Header values are mapping expressions.
 * Source: "OpenAPI extensions for API Gateway" and the OpenAPI Specification 3.0, section 4.7.10.
 */
function buildMockOperation(status: number, headers: Readonly<Record<string, string>>) {
  const statusCode = String(status);
  const requestTemplates = mediaTypes.map((type) => [type, `{"statusCode": ${status}}`]);
  const responseParameters: Record<string, string> = {};
  // An integration can set only the headers that its operation lists.
  const listed: Record<string, object> = {};
  for (const [name, value] of Object.entries(headers)) {
    responseParameters[`method.response.header.${name}`] = value;
    listed[name] = { schema: { type: 'string' } };
  }
  return {
    responses: { [statusCode]: { description: statusCode, headers: listed } },
    'x-amazon-apigateway-integration': {
      type: 'mock',
      passthroughBehavior: 'never',
      contentHandling: 'CONVERT_TO_TEXT',
      requestTemplates: Object.fromEntries(requestTemplates),
      responses: { default: { statusCode, responseParameters } },
    },
  };
}

/** Builds the operation that responds to the preflight requests of a path. */
function buildPreflight(headers: Readonly<Record<string, string>>) {
  return buildMockOperation(204, toHeaderLiterals(headers));
}

/**
 * Builds the operation that redirects from the root of a host to its start page. The URL is a stage
 * variable, because the body of an API cannot refer to the API itself.
 */
function buildRootRedirect() {
  return buildMockOperation(303, {
    Location: 'stageVariables.start',
    ...toHeaderLiterals(redirectHeaders),
  });
}
