import type { Invoke } from '../functions/invocation.ts';
import type { Clock } from '../host/clock.ts';
import { getHeader, type HeaderLines } from '../http/message.ts';
import type { TokenAuthorizer } from '../template/api.ts';
import { createGatewayError } from './gateway-error.ts';
import { apiGatewayLimits } from './limits.ts';
import { type AuthorizerPolicy, allowsInvocation, parsePolicy } from './policy.ts';

/** What a function sees in `requestContext.authorizer`. */
export type AuthorizerContext = { principalId: string; integrationLatency: number } & Record<
  string,
  string | number
>;

/** Lets a request pass with its context, or throws a refusal. */
export type Authorize = (
  authorizer: TokenAuthorizer,
  headers: HeaderLines,
  methodArn: string,
) => Promise<AuthorizerContext>;

interface Decision {
  principalId: string;
  policy: AuthorizerPolicy;
  context: Record<string, string>;
}

/** The context as text by key; undefined where a value is not a string, a number or a boolean. */
function readContext(context: unknown): Record<string, string> | undefined {
  const entries = Object.entries(Object(context ?? {}) as Record<string, unknown>);
  const isFlat = entries.every(([, value]) =>
    ['string', 'number', 'boolean'].includes(typeof value),
  );
  return isFlat
    ? Object.fromEntries(entries.map(([key, value]) => [key, String(value)]))
    : undefined;
}

/** Reads the function's answer. Source: "Output from an API Gateway Lambda authorizer". */
function readDecision(payload: string): Decision {
  const { principalId, policyDocument, context } = Object(JSON.parse(payload)) as Record<
    string,
    unknown
  >;
  const policy = parsePolicy(policyDocument);
  const values = readContext(context);
  if (typeof principalId !== 'string' || !policy || !values)
    throw createGatewayError('AUTHORIZER_CONFIGURATION_ERROR');
  return { principalId, policy, context: values };
}

/** Keeps decisions by authorizer and token for the authorizer's time to live, on the service's clock. */
function createCache(clock: Clock) {
  const decisions = new Map<string, { decision: Decision; expires: number }>();
  return {
    find(key: string): Decision | undefined {
      const found = decisions.get(key);
      return found && found.expires > clock.now() ? found.decision : undefined;
    },
    keep(key: string, decision: Decision, seconds: number) {
      for (const [old, { expires }] of decisions) if (expires <= clock.now()) decisions.delete(old);
      if (seconds > 0) decisions.set(key, { decision, expires: clock.now() + seconds * 1000 });
    },
  };
}

/**
 * Makes the gateway's side of TOKEN authorizers. A missing token, or one that does not have the form asked for, is
 * UNAUTHORIZED without a call; a kept decision is evaluated anew for each method.
 * Source: "Use API Gateway Lambda authorizers".
 */
export function createAuthorizer(invoke: Invoke, clock: Clock): Authorize {
  const cache = createCache(clock);

  async function ask(
    authorizer: TokenAuthorizer,
    authorizationToken: string,
    methodArn: string,
  ): Promise<Decision> {
    const event = JSON.stringify({ type: 'TOKEN', authorizationToken, methodArn });
    const outcome = await invoke(authorizer.functionArn, event);
    if (outcome.ok) return readDecision(outcome.payload);
    throw createGatewayError(
      outcome.errorMessage === 'Unauthorized' ? 'UNAUTHORIZED' : 'AUTHORIZER_FAILURE',
    );
  }

  return async (authorizer, headers, methodArn) => {
    const token = getHeader(headers, authorizer.header);
    if (!token || authorizer.validation?.test(token) === false)
      throw createGatewayError('UNAUTHORIZED');
    if (Buffer.byteLength(methodArn) > apiGatewayLimits.methodArn)
      throw createGatewayError('DEFAULT_4XX', 414, 'Request URI too long');
    const key = `${authorizer.id} ${token}`;
    const asked = performance.now();
    const kept = cache.find(key);
    const decision = kept ?? (await ask(authorizer, token, methodArn));
    if (!kept) cache.keep(key, decision, authorizer.timeToLive);
    if (!allowsInvocation(decision.policy, methodArn)) throw createGatewayError('ACCESS_DENIED');
    const integrationLatency = kept ? 0 : Math.round(performance.now() - asked);
    return { ...decision.context, principalId: decision.principalId, integrationLatency };
  };
}
