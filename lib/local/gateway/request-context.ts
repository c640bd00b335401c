import { randomBytes, randomUUID } from 'node:crypto';
import type { APIGatewayEventRequestContext } from 'aws-lambda';
import { awsAccount } from '../host/aws-account.ts';
import { getHeader, type RequestHead } from '../http/message.ts';
import type { Api } from '../template/api.ts';
import type { RouteMatch } from './route-matcher.ts';

/** What `$context` and `event.requestContext` hold; what depends on the route is missing until one is found. */
export type RequestContext = Omit<APIGatewayEventRequestContext, 'resourceId' | 'resourcePath'> &
  Partial<Pick<APIGatewayEventRequestContext, 'resourceId' | 'resourcePath'>> & {
    deploymentId: string;
  };

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A time in the common log format, as in `10/Oct/2026:13:55:36 +0000`. */
function commonLogTime(epochMillis: number): string {
  const [date = '', time = ''] = new Date(epochMillis).toISOString().split('T');
  const [year, month, day] = date.split('-');
  return `${day}/${months[Number(month) - 1]}/${year}:${time.slice(0, 8)} +0000`;
}

/** The context of a request that arrives at `epochMillis`. The address is used like a custom domain: no stage in the path. */
export function createRequestContext(
  api: Api,
  request: RequestHead,
  epochMillis: number,
): RequestContext {
  const domainName = (getHeader(request.headers, 'host') ?? 'localhost').replace(/:\d+$/, '');
  return {
    accountId: awsAccount,
    apiId: api.id,
    authorizer: undefined,
    deploymentId: api.deploymentId,
    domainName,
    domainPrefix: domainName.split('.')[0] ?? '',
    extendedRequestId: randomBytes(11).toString('base64'),
    httpMethod: request.method,
    identity: {
      accessKey: null,
      accountId: null,
      apiKey: null,
      apiKeyId: null,
      caller: null,
      clientCert: null,
      cognitoAuthenticationProvider: null,
      cognitoAuthenticationType: null,
      cognitoIdentityId: null,
      cognitoIdentityPoolId: null,
      principalOrgId: null,
      sourceIp: request.sourceIp,
      user: null,
      userAgent: getHeader(request.headers, 'user-agent') ?? null,
      userArn: null,
    },
    path: request.path,
    protocol: request.protocol,
    requestId: randomUUID(),
    requestTime: commonLogTime(epochMillis),
    requestTimeEpoch: epochMillis,
    stage: api.stage,
  };
}

/** The same context once the route is known. */
export function withRoute(
  context: RequestContext,
  { route }: RouteMatch,
): APIGatewayEventRequestContext {
  return { ...context, resourceId: route.resourceId, resourcePath: route.path };
}
