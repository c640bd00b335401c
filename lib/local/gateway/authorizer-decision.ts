import type { Clock } from '../host/clock.ts';
import { createGatewayError } from './gateway-error.ts';
import { type AuthorizerPolicy, parsePolicy } from './policy.ts';

/** What an authorizer function decided about a token. */
export interface AuthorizerDecision {
  principalId: string;
  policy: AuthorizerPolicy;
  context: Record<string, string>;
}

function isScalar(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/** Converts a value to an object. Null and scalars become objects without the expected members. */
function toObject(value: unknown): Record<string, unknown> {
  return Object(value);
}

/** Parses the context into strings. Returns undefined if it contains an object or a list. */
function parseContext(context: unknown): Record<string, string> | undefined {
  const values = toObject(context);
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
export function parseDecision(payload: string): AuthorizerDecision {
  const result = toObject(JSON.parse(payload));
  const { principalId } = result;
  const policy = parsePolicy(result.policyDocument);
  const context = parseContext(result.context);
  if (typeof principalId !== 'string' || !policy || !context)
    throw createGatewayError('AUTHORIZER_CONFIGURATION_ERROR');

  return { principalId, policy, context };
}

/** A cache of decisions. */
export interface DecisionCache {
  find(key: string): AuthorizerDecision | undefined;
  /** Caches a decision for some seconds. Does nothing for 0 seconds. */
  add(key: string, decision: AuthorizerDecision, seconds: number): void;
}

interface CachedDecision {
  decision: AuthorizerDecision;
  /** Milliseconds since 1970. */
  expires: number;
}

/** Creates a cache whose entries expire on the service's clock. */
export function createDecisionCache(clock: Clock): DecisionCache {
  const entries = new Map<string, CachedDecision>();

  function removeExpired(now: number): void {
    for (const [key, { expires }] of entries) {
      if (expires <= now) entries.delete(key);
    }
  }

  return {
    find: (key) => {
      const entry = entries.get(key);
      if (!entry) return undefined;

      const isExpired = entry.expires <= clock.now();
      return isExpired ? undefined : entry.decision;
    },
    add: (key, decision, seconds) => {
      const now = clock.now();
      removeExpired(now);
      if (seconds <= 0) return;

      const expires = now + seconds * 1000;
      entries.set(key, { decision, expires });
    },
  };
}
