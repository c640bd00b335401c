import type { Invoke } from '../functions/invocation.ts';
import type { Clock } from '../host/clock.ts';
import { getHeader, type HeaderLines } from '../http/message.ts';
import type { TokenAuthorizer } from '../template/api.ts';
import {
  type AuthorizerDecision,
  createDecisionCache,
  parseDecision,
} from './authorizer-decision.ts';
import { createGatewayError } from './gateway-error.ts';
import { apiGatewayLimits } from './limits.ts';
import { allowsInvocation } from './policy.ts';

/** The value of `requestContext.authorizer`. */
export type AuthorizerContext = {
  principalId: string;
  integrationLatency: number;
} & Record<string, string | number>;

/** Returns the context of an authorized request. Throws a gateway error if it is not authorized. */
export type Authorize = (
  authorizer: TokenAuthorizer,
  headers: HeaderLines,
  methodArn: string,
) => Promise<AuthorizerContext>;

/** Returns the token. Throws UNAUTHORIZED if it is missing or does not match the validation. */
function requireToken(
  { header, validation }: TokenAuthorizer,
  headers: HeaderLines,
): string {
  const token = getHeader(headers, header);
  const isValid = token && validation?.test(token) !== false;
  if (!isValid) throw createGatewayError('UNAUTHORIZED');
  return token;
}

async function invokeAuthorizer(
  invoke: Invoke,
  { functionArn }: TokenAuthorizer,
  authorizationToken: string,
  methodArn: string,
): Promise<AuthorizerDecision> {
  const event = { type: 'TOKEN', authorizationToken, methodArn };
  const result = await invoke(functionArn, JSON.stringify(event));
  if (result.ok) return parseDecision(result.payload);

  const isUnauthorized = result.errorMessage === 'Unauthorized';
  throw createGatewayError(isUnauthorized ? 'UNAUTHORIZED' : 'AUTHORIZER_FAILURE');
}

/**
 * Creates a function that authorizes requests as API Gateway does with a TOKEN authorizer. It
 * caches decisions by token and evaluates a cached policy for each method. Source: "Use API Gateway
 * Lambda authorizers".
 */
export function createAuthorizer(invoke: Invoke, clock: Clock): Authorize {
  const cache = createDecisionCache(clock);

  async function decide(
    authorizer: TokenAuthorizer,
    token: string,
    methodArn: string,
  ): Promise<{ decision: AuthorizerDecision; integrationLatency: number }> {
    const key = `${authorizer.id} ${token}`;
    const cached = cache.find(key);
    if (cached) return { decision: cached, integrationLatency: 0 };

    const start = performance.now();
    const decision = await invokeAuthorizer(invoke, authorizer, token, methodArn);
    cache.add(key, decision, authorizer.timeToLive);
    const integrationLatency = Math.round(performance.now() - start);
    return { decision, integrationLatency };
  }

  return async (authorizer, headers, methodArn) => {
    const token = requireToken(authorizer, headers);
    if (Buffer.byteLength(methodArn) > apiGatewayLimits.methodArn)
      throw createGatewayError('DEFAULT_4XX', 414, 'Request URI too long');

    const { decision, integrationLatency } = await decide(authorizer, token, methodArn);
    const { policy, principalId, context } = decision;
    if (!allowsInvocation(policy, methodArn)) throw createGatewayError('ACCESS_DENIED');

    return { ...context, principalId, integrationLatency };
  };
}
