import {
  ContentHandling,
  type IResource,
  MockIntegration,
  PassthroughBehavior,
} from 'aws-cdk-lib/aws-apigateway';
import type { ErrorShape, Method } from '#shared/contract/endpoint.ts';
import { acknowledge } from '../base/acknowledge.ts';
import { type ResponseTemplate, renderResponseError } from './gateway-response.ts';

/**
 * Media types that a request with a wrong method can have. A mock integration responds only to
 * media types that it knows; any other is 415.
 */
const mediaTypes = [
  'application/json',
  'application/hal+json',
  'application/merge-patch+json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'text/plain',
];

function createMockIntegration({
  headers,
  templates,
}: ResponseTemplate): MockIntegration {
  const parameters = Object.entries(headers).map(([name, value]) => [
    `method.response.header.${name}`,
    value,
  ]);
  const requestTemplates = mediaTypes.map((type) => [type, '{"statusCode": 405}']);
  return new MockIntegration({
    requestTemplates: Object.fromEntries(requestTemplates),
    passthroughBehavior: PassthroughBehavior.NEVER,
    contentHandling: ContentHandling.CONVERT_TO_TEXT,
    integrationResponses: [
      {
        statusCode: '405',
        responseParameters: Object.fromEntries(parameters),
        responseTemplates: templates,
      },
    ],
  });
}

/** Makes the gateway respond with 405 to every method of a path that has no endpoint. */
export function rejectOtherMethods(
  resource: IResource,
  shape: ErrorShape,
  allowed: readonly Method[],
): void {
  const Allow = allowed.join(', ');
  const message = `method not allowed; allowed: ${Allow || 'none'}`;
  const error = { status: 405, code: 'method-not-allowed', message };
  const response = renderResponseError(shape, error, { Allow });
  const parameters = Object.keys(response.headers).map((name) => [
    `method.response.header.${name}`,
    true,
  ]);
  const method = resource.addMethod('ANY', createMockIntegration(response), {
    methodResponses: [
      { statusCode: '405', responseParameters: Object.fromEntries(parameters) },
    ],
  });
  acknowledge(method, 'AwsSolutions-APIG4');
}
