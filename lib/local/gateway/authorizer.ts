import type { Invoke } from '../functions/invocation.ts';
import type { Clock } from '../host/clock.ts';
import { getHeader, type HeaderLines } from '../http/message.ts';
import type { TokenAuthorizer } from '../template/api.ts';
import { createGatewayError } from './gateway-error.ts';
import { type AuthorizerPolicy, allowsInvocation, parsePolicy } from './policy.ts';
import { isScalar } from './proxy-result.ts';
import { apiGatewayLimits } from './request-body.ts';

interface AuthorizerDecision {
  principalId: string;
  policy: AuthorizerPolicy;
  context: Record<string, string>;
}

/** Parses the context into strings. Returns undefined if it contains an object or a list. */
function parseContext(context: unknown): Record<string, string> | undefined {
  // Null and scalars become objects without the expected members.
  const values: Record<string, unknown> = Object(context);
  const strings: Record<string, string> = {};

  for (const [key, value] of Object.entries(values)) {
    if (!isScalar(value)) return undefined;
    strings[key] = String(value);
  }

  return strings;
}

/**
 * Parses the result of an authorizer function. Throws a gateway error if it is malformed.
 * Source: "Output from an API Gateway Lambda authorizer" in the API Gateway developer guide.
 */
function parseDecision(payload: string): AuthorizerDecision {
  const result: Record<string, unknown> = Object(JSON.parse(payload));
  const { principalId } = result;
  const policy = parsePolicy(result.policyDocument);
  const context = parseContext(result.context);
  if (typeof principalId !== 'string' || !policy || !context)
    throw createGatewayError('AUTHORIZER_CONFIGURATION_ERROR');

  return { principalId, policy, context };
}

interface CachedDecision {
  decision: AuthorizerDecision;
  /** Milliseconds since 1970. */
  madeAt: number;
  lifetimeMs: number;
}

/** Creates a cache on the service's clock. A clock that was set back keeps no decision alive. */
function createDecisionCache(clock: Pick<Clock, 'now'>) {
  const entries = new Map<string, CachedDecision>();
  const isAlive = ({ madeAt, lifetimeMs }: CachedDecision, now: number) =>
    madeAt <= now && now < madeAt + lifetimeMs;
  return {
    find: (key: string) => {
      const entry = entries.get(key);
      return entry && isAlive(entry, clock.now()) ? entry.decision : undefined;
    },
    /** Caches a decision for some seconds, and deletes those that have expired. */
    add: (key: string, decision: AuthorizerDecision, seconds: number) => {
      const now = clock.now();
      for (const [oldKey, entry] of entries)
        if (!isAlive(entry, now)) entries.delete(oldKey);
      entries.set(key, { decision, madeAt: now, lifetimeMs: seconds * 1000 });
    },
  };
}

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

  if (result.errorMessage === 'Unauthorized') throw createGatewayError('UNAUTHORIZED');
  const reason = `the authorizer failed: ${result.errorMessage}`;
  throw createGatewayError('AUTHORIZER_FAILURE', { reason });
}

/**
 * Creates a function that authorizes requests as API Gateway does with a TOKEN authorizer. It
 * caches decisions by token and evaluates a cached policy for each method. Source: "Use API Gateway
 * Lambda authorizers".
 */
export function createAuthorizer(invoke: Invoke, clock: Pick<Clock, 'now'>): Authorize {
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
      throw createGatewayError('DEFAULT_4XX', { status: 414 });

    const { decision, integrationLatency } = await decide(authorizer, token, methodArn);
    const { policy, principalId, context } = decision;
    if (!allowsInvocation(policy, methodArn))
      throw createGatewayError('ACCESS_DENIED', { authorizer: context });

    return { ...context, principalId, integrationLatency };
  };
}
