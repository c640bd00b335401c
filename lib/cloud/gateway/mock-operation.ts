import { redirectHeaders } from '#shared/pages/redirect.ts';
import { toHeaderLiterals } from './gateway-responses.ts';

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

/** Builds the operation that responds to the preflight requests of a path (wire.md M13). */
export function buildPreflight(headers: Readonly<Record<string, string>>) {
  return buildMockOperation(204, toHeaderLiterals(headers));
}

/**
 * Builds the operation that redirects from the root of a host to its start page. The URL is a stage
 * variable, because the body of an API cannot refer to the API itself.
 */
export function buildRootRedirect() {
  return buildMockOperation(303, {
    Location: 'stageVariables.start',
    ...toHeaderLiterals(redirectHeaders),
  });
}
