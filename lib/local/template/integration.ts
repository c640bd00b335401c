import type { LambdaIntegration, MockIntegration, MockResponse } from './api.ts';

/** The maximum of API Gateway, and the default without `TimeoutInMillis`. */
const maxTimeoutMs = 29_000;

/** The `Integration` of a method. */
export interface IntegrationProperties {
  Type: string;
  Uri?: string;
  TimeoutInMillis?: number;
  RequestTemplates?: Record<string, string>;
  PassthroughBehavior?: string;
  ContentHandling?: string;
  IntegrationResponses?: MockResponseProperties[];
}

interface MockResponseProperties {
  StatusCode: string;
  SelectionPattern?: string;
  ResponseParameters?: Record<string, string>;
  ResponseTemplates?: Record<string, string>;
}

const invocationUri = /\/functions\/(.+)\/invocations$/;

/** Parses the ARN of the function in the URI of a resource. Throws if it has none. */
export function parseFunctionArn(uri = '', logicalId: string): string {
  const [, arn] = invocationUri.exec(uri) ?? [];
  if (!arn)
    throw new Error(
      `Resource ${logicalId} calls ${uri}, which is not the URI of a Lambda function.`,
    );
  return arn;
}

function readMockResponse(properties: MockResponseProperties): MockResponse {
  const { StatusCode, SelectionPattern, ResponseParameters, ResponseTemplates } =
    properties;
  return {
    status: Number(StatusCode),
    pattern: SelectionPattern ? new RegExp(`^(?:${SelectionPattern})$`) : undefined,
    parameters: ResponseParameters ?? {},
    templates: ResponseTemplates ?? {},
  };
}

function readMock(properties: IntegrationProperties): MockIntegration {
  const { RequestTemplates, PassthroughBehavior, IntegrationResponses = [] } = properties;
  return {
    type: 'mock',
    requestTemplates: RequestTemplates ?? {},
    passthroughBehavior: PassthroughBehavior ?? 'WHEN_NO_MATCH',
    contentHandling: properties.ContentHandling,
    responses: IntegrationResponses.map(readMockResponse),
  };
}

function readLambda(
  properties: IntegrationProperties,
  logicalId: string,
): LambdaIntegration {
  return {
    type: 'lambda',
    functionArn: parseFunctionArn(properties.Uri, logicalId),
    timeoutMs: properties.TimeoutInMillis ?? maxTimeoutMs,
  };
}

/** Reads the integration of a method. Throws unless it is a Lambda proxy or a mock. */
export function readIntegration(
  properties: IntegrationProperties | undefined,
  logicalId: string,
): LambdaIntegration | MockIntegration {
  if (properties?.Type === 'MOCK') return readMock(properties);
  if (properties?.Type === 'AWS_PROXY') return readLambda(properties, logicalId);

  const description = `the integration ${properties?.Type} of resource ${logicalId}`;
  throw new Error(`The local runner does not support ${description}.`);
}
