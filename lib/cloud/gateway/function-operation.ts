import type { Endpoint } from '#shared/contract/endpoint.ts';
import { compact } from '#shared/runtime/compact.ts';
import { bearerSecurity } from './bearer-scheme.ts';
import { buildInvocationUri } from './function-arn.ts';
import type { GatewayOperation } from './gateway-operation.ts';

/** An endpoint and the name of the function that serves it. */
export interface EndpointRoute {
  endpoint: Endpoint;
  functionName: string;
}

/** Builds the operation that invokes the function of an endpoint, with the role `roleArn`. */
export function buildFunctionOperation(
  { endpoint, functionName }: EndpointRoute,
  roleArn: string,
): GatewayOperation {
  const isPublic = endpoint.auth === 'public';
  return compact({
    security: isPublic ? undefined : bearerSecurity,
    // API Gateway passes on every response of a proxy integration.
    responses: {},
    'x-amazon-apigateway-integration': {
      type: 'aws_proxy',
      httpMethod: 'POST',
      uri: buildInvocationUri(functionName),
      credentials: roleArn,
    } as const,
  });
}
