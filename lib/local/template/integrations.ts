import type { Authorizer, LambdaIntegration, MockIntegration } from '../gateway/api.ts';
import type { ResolvedResource } from './stack.ts';

/** The longest that API Gateway waits for an integration, and what one without `TimeoutInMillis` has. */
const longestTimeoutInMillis = 29_000;

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

/** The properties of a Lambda authorizer. */
export interface AuthorizerProperties {
  RestApiId: string;
  Type: string;
  AuthorizerUri: string;
  IdentitySource?: string;
  AuthorizerResultTtlInSeconds?: number;
  IdentityValidationExpression?: string;
}

/** The ARN of the function that an integration's URI invokes. */
function functionArnOf(uri: string | undefined, owner: string): string {
  const arn = uri?.match(/\/functions\/(.+)\/invocations$/)?.[1];
  if (!arn)
    throw new Error(`Resource ${owner} calls ${uri}, which is not the URI of a Lambda function.`);
  return arn;
}

function readMock(properties: IntegrationProperties): MockIntegration {
  return {
    type: 'mock',
    requestTemplates: properties.RequestTemplates ?? {},
    passthroughBehavior: properties.PassthroughBehavior ?? 'WHEN_NO_MATCH',
    contentHandling: properties.ContentHandling,
    responses: (properties.IntegrationResponses ?? []).map((response) => ({
      status: Number(response.StatusCode),
      pattern: response.SelectionPattern
        ? new RegExp(`^(?:${response.SelectionPattern})$`)
        : undefined,
      parameters: response.ResponseParameters ?? {},
      templates: response.ResponseTemplates ?? {},
    })),
  };
}

/** What answers the method `owner`: a Lambda proxy or a mock integration. Throws a sentence for any other. */
export function readIntegration(
  properties: IntegrationProperties | undefined,
  owner: string,
): LambdaIntegration | MockIntegration {
  if (properties?.Type === 'MOCK') return readMock(properties);
  if (properties?.Type === 'AWS_PROXY') {
    const timeoutInMillis = properties.TimeoutInMillis ?? longestTimeoutInMillis;
    return { type: 'lambda', functionArn: functionArnOf(properties.Uri, owner), timeoutInMillis };
  }
  throw new Error(
    `Resource ${owner} has an integration that the local runner does not know: ${properties?.Type}.`,
  );
}

/** A TOKEN authorizer. Throws a sentence for any other kind. */
export function readAuthorizer({
  logicalId,
  ref,
  properties,
}: ResolvedResource<AuthorizerProperties>): Authorizer {
  const { IdentitySource, IdentityValidationExpression: expression } = properties;
  const header = IdentitySource?.match(/^method\.request\.header\.([\w-]+)$/)?.[1];
  if (properties.Type !== 'TOKEN' || !header)
    throw new Error(
      `Resource ${logicalId} is not a TOKEN authorizer with a header as its identity source.`,
    );
  return {
    id: ref,
    functionArn: functionArnOf(properties.AuthorizerUri, logicalId),
    header,
    timeToLive: properties.AuthorizerResultTtlInSeconds ?? 300,
    validation: expression ? new RegExp(`^(?:${expression})$`) : undefined,
  };
}
