import {
  ContentHandling,
  type IResource,
  MockIntegration,
  PassthroughBehavior,
} from 'aws-cdk-lib/aws-apigateway';
import type { ErrorShape, Method } from '#shared/contract/endpoint.ts';
import { acknowledge } from '../base/acknowledge.ts';
import { gatewayAnswer } from './gateway-response.ts';

/**
 * Media types that a request with the wrong method may have. A mock integration must know the media type to answer;
 * with any other the request is refused as 415.
 */
const mediaTypes = [
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'text/plain',
];

/**
 * Makes a path answer 405, in that shape and with what it allows, to every method that has no endpoint; the gateway does
 * it by itself.
 */
export function refuseOtherMethods(
  resource: IResource,
  shape: ErrorShape,
  allowed: readonly Method[],
): void {
  const Allow = allowed.join(', ');
  const sentence = `method not allowed; allowed: ${Allow || 'none'}`;
  const refusal = { status: 405, code: 'method-not-allowed', sentence };
  const { headers, templates } = gatewayAnswer(shape, refusal, { Allow });
  const parameters = Object.entries(headers).map(
    ([name, value]) => [`method.response.header.${name}`, value] as const,
  );
  const mock = new MockIntegration({
    requestTemplates: Object.fromEntries(mediaTypes.map((type) => [type, '{"statusCode": 405}'])),
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
  const method = resource.addMethod('ANY', mock, {
    methodResponses: [
      {
        statusCode: '405',
        responseParameters: Object.fromEntries(parameters.map(([name]) => [name, true])),
      },
    ],
  });
  acknowledge(method, 'AwsSolutions-APIG4');
}
