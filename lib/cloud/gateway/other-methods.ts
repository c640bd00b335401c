import {
  ContentHandling,
  type IntegrationResponse,
  type IResource,
  type MethodResponse,
  MockIntegration,
  PassthroughBehavior,
} from 'aws-cdk-lib/aws-apigateway';
import { buildPreflightHeaders, corsHeaders } from '#shared/contract/cors.ts';
import type { ErrorShape, RequestMethod } from '#shared/contract/endpoint.ts';
import { acknowledge } from '../base/acknowledge.ts';
import {
  type ResponseTemplate,
  renderResponseError,
  toHeaderLiterals,
} from './gateway-response.ts';

/** The methods of a path that have an endpoint, and how the path responds to others. */
export interface PathMethods {
  methods: readonly RequestMethod[];
  errorShape: ErrorShape;
  /** Whether scripts of any origin may call the path, so that it responds to preflights. */
  isOpenToAnyOrigin: boolean;
}

/**
 * Media types that a request with a wrong method can have. A mock integration responds only to
 * media types that it knows; any other is 415. A preflight has none, which counts as JSON.
 */
const mediaTypes = [
  'application/json',
  'application/hal+json',
  'application/merge-patch+json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'text/plain',
];

const rejection = '{"statusCode": 405}';
const rejectionOrPreflight = [
  '#if($context.httpMethod == "OPTIONS")',
  '{"statusCode": 204}',
  '#else',
  rejection,
  '#end',
].join('\n');

/** Returns the value of `Allow`: the sorted methods that the path responds to. */
function listAllowed({ methods, isOpenToAnyOrigin }: PathMethods): string {
  const allowed = isOpenToAnyOrigin ? [...methods, 'OPTIONS'] : methods;
  return allowed.toSorted().join(', ');
}

/** Renders the 405 of a path. */
function renderRejection(path: PathMethods): Required<ResponseTemplate> {
  const Allow = listAllowed(path);
  const message = `method not allowed; allowed: ${Allow || 'none'}`;
  const error = { status: 405, code: 'method-not-allowed', message };
  const cors = path.isOpenToAnyOrigin ? corsHeaders : {};
  return renderResponseError(path.errorShape, error, { Allow, ...cors });
}

/** Renders the 204 of a preflight request (decision M13). */
function renderPreflight(path: PathMethods): ResponseTemplate {
  const preflight = buildPreflightHeaders(path.methods);
  return { headers: toHeaderLiterals({ Allow: listAllowed(path), ...preflight }) };
}

function toParameters(headers: Readonly<Record<string, string>>): Record<string, string> {
  const parameters = Object.entries(headers).map(([name, value]) => [
    `method.response.header.${name}`,
    value,
  ]);
  return Object.fromEntries(parameters);
}

/** API Gateway selects the response without a pattern for every status without a match. */
function toIntegrationResponse(
  statusCode: '204' | '405',
  { headers, templates }: ResponseTemplate,
): IntegrationResponse {
  const response = { statusCode, responseParameters: toParameters(headers) };
  if (templates) return { ...response, responseTemplates: templates };
  return { ...response, selectionPattern: statusCode };
}

/** A method response must list the headers that the integration response sets. */
function toMethodResponse({
  statusCode,
  responseParameters = {},
}: IntegrationResponse): MethodResponse {
  const names = Object.keys(responseParameters);
  const listed = names.map((name) => [name, true]);
  return { statusCode, responseParameters: Object.fromEntries(listed) };
}

/**
 * Makes the gateway respond to every method of a path that has no endpoint: with 204 to a
 * preflight request if scripts of any origin may call the path, otherwise with 405. No function is
 * invoked. API Gateway prefers the methods that have an endpoint.
 */
export function addOtherMethods(resource: IResource, path: PathMethods): void {
  const { isOpenToAnyOrigin } = path;
  const rejected = toIntegrationResponse('405', renderRejection(path));
  const preflight = toIntegrationResponse('204', renderPreflight(path));
  const integrationResponses = isOpenToAnyOrigin ? [rejected, preflight] : [rejected];

  const template = isOpenToAnyOrigin ? rejectionOrPreflight : rejection;
  const requestTemplates = mediaTypes.map((type) => [type, template]);
  const integration = new MockIntegration({
    requestTemplates: Object.fromEntries(requestTemplates),
    passthroughBehavior: PassthroughBehavior.NEVER,
    contentHandling: ContentHandling.CONVERT_TO_TEXT,
    integrationResponses,
  });
  const method = resource.addMethod('ANY', integration, {
    methodResponses: integrationResponses.map(toMethodResponse),
  });
  acknowledge(method, 'AwsSolutions-APIG4');
}
