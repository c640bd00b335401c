import type { LambdaIntegration, MockIntegration, MockResponse } from './api.ts';
import type { IntegrationProperties, MockResponseProperties } from './api-document.ts';

/** The maximum timeout in API Gateway, which is also its default. */
const maxTimeoutMs = 29_000;

const invocationUri = /\/functions\/(.+)\/invocations$/;

/**
 * Parses the invocation URI of a Lambda function, and returns the function's ARN. Throws an error
 * that names `caller` if the URI has another form.
 */
export function parseFunctionArn(uri = '', caller: string): string {
  const [, arn] = invocationUri.exec(uri) ?? [];
  if (!arn)
    throw new Error(`${caller} calls ${uri}, which is not the URI of a Lambda function.`);
  return arn;
}

function readMockResponse([pattern, properties]: [
  string,
  MockResponseProperties,
]): MockResponse {
  const { statusCode, responseParameters, responseTemplates } = properties;
  return {
    status: Number(statusCode),
    pattern: pattern === 'default' ? undefined : new RegExp(`^(?:${pattern})$`),
    parameters: responseParameters ?? {},
    templates: responseTemplates ?? {},
  };
}

function readMock(properties: IntegrationProperties): MockIntegration {
  const { requestTemplates, passthroughBehavior, responses = {} } = properties;
  return {
    type: 'mock',
    requestTemplates: requestTemplates ?? {},
    passthroughBehavior: passthroughBehavior ?? 'when_no_match',
    contentHandling: properties.contentHandling,
    responses: Object.entries(responses).map(readMockResponse),
  };
}

function readLambda(
  properties: IntegrationProperties,
  method: string,
): LambdaIntegration {
  return {
    type: 'lambda',
    functionArn: parseFunctionArn(properties.uri, method),
    timeoutMs: properties.timeoutInMillis ?? maxTimeoutMs,
  };
}

/**
 * Reads the integration of a method. Throws an error that names `method`, e.g. `GET /things`,
 * unless the integration is a Lambda proxy or a mock.
 */
export function readIntegration(
  properties: IntegrationProperties | undefined,
  method: string,
): LambdaIntegration | MockIntegration {
  if (properties?.type === 'mock') return readMock(properties);
  if (properties?.type === 'aws_proxy') return readLambda(properties, method);

  const description = `the integration ${properties?.type} of ${method}`;
  throw new Error(`The local runner does not support ${description}.`);
}
