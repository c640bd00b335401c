import { randomUUID } from 'node:crypto';
import type { APIGatewayEventRequestContext } from 'aws-lambda';
import { awsAccount } from '../host/aws-account.ts';
import { getHeader, type RequestHead } from '../http/message.ts';
import type { Api } from '../template/api.ts';
import type { RouteMatch } from './route-matcher.ts';

/**
 * Creates up to 32 random hexadecimal digits, for ids that need not be secret. Takes a tenth of the
 * time of `randomBytes`, because Node buffers the random numbers of UUIDs.
 */
export function createRandomHex(length: number): string {
  return randomUUID().replaceAll('-', '').slice(0, length);
}

/** The value of `$context`. The members of the route are missing until a route matches. */
export type RequestContext = Omit<
  APIGatewayEventRequestContext,
  'resourceId' | 'resourcePath'
> &
  Partial<Pick<APIGatewayEventRequestContext, 'resourceId' | 'resourcePath'>> & {
    deploymentId: string;
  };

/**
 * Formats a time in the common log format, e.g. `10/Oct/2026:13:55:36 +0000`. `toUTCString` has the
 * same parts, in ECMAScript's fixed format.
 */
function formatCommonLogTime(epochMs: number): string {
  const [, day, month, year, time] = new Date(epochMs).toUTCString().split(' ');
  return `${day}/${month}/${year}:${time} +0000`;
}

/** Builds the identity of a caller whom IAM does not know. */
function buildIdentity({ sourceIp, headers }: RequestHead): RequestContext['identity'] {
  return {
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
    sourceIp,
    user: null,
    userAgent: getHeader(headers, 'user-agent') ?? null,
    userArn: null,
  };
}

/** Creates the context of a request. The path has no stage, as with a custom domain. */
export function createRequestContext(
  api: Api,
  request: RequestHead,
  epochMs: number,
): RequestContext {
  const host = getHeader(request.headers, 'host') ?? 'localhost';
  const domainName = host.replace(/:\d+$/, '');

  return {
    accountId: awsAccount,
    apiId: api.id,
    authorizer: undefined,
    deploymentId: api.deploymentId,
    domainName,
    domainPrefix: domainName.split('.')[0] ?? '',
    extendedRequestId: `${createRandomHex(15)}=`,
    httpMethod: request.method,
    identity: buildIdentity(request),
    path: request.path,
    protocol: request.protocol,
    requestId: randomUUID(),
    requestTime: formatCommonLogTime(epochMs),
    requestTimeEpoch: epochMs,
    stage: api.stage,
  };
}

/** Returns a context with the members of the route. */
export function addRoute(
  context: RequestContext,
  { route }: RouteMatch,
): APIGatewayEventRequestContext {
  return { ...context, resourceId: route.resourceId, resourcePath: route.path };
}
