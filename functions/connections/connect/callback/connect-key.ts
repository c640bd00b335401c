import type { AttemptKey } from '#functions/auth/attempts/attempts.store.ts';
import * as attempts from '#functions/auth/attempts/attempts.store.ts';
import type { SignedInUser } from '#functions/auth/signed-in/signed-in-user.ts';
import { isSetUp } from '#functions/connections/provider-credentials/settings.store.ts';
import {
  createProviderCall,
  findProvider,
} from '#functions/connections/providers/find-provider.ts';
import * as connectRequests from '../connect-request.store.ts';
import {
  type ConnectRequest,
  type KeyProblem,
  maxKeyLength,
} from '../connect-request.ts';
import type { ConnectOutcome } from '../outcome.ts';
import { type ConnectDeps, storeConnection } from './connect-provider.ts';

interface EnteredKey {
  connectRequest: ConnectRequest;
  user: SignedInUser;
  key: string;
}

/**
 * Asks the provider whose account a key is for, and stores the connection. A key that cannot be
 * used is a problem that the person can solve, and the request goes on. Nobody can try more than
 * ten wrong keys in a minute, and in ever longer times after that.
 */
export async function connectKey(
  { connectRequest, user, key: entered }: EnteredKey,
  deps: ConnectDeps,
): Promise<ConnectOutcome | { problem: KeyProblem }> {
  const { id, type } = connectRequest;
  const provider = findProvider(type);
  const isOn = provider?.key !== undefined && (await isSetUp(deps.table, type));
  if (!provider?.key || !isOn) return { kind: 'provider_error' };
  const key = entered.trim();
  if (key === '') return { problem: 'missing' };
  if (!isWellFormed(key)) return { problem: 'refused' };

  const attempt: AttemptKey = { limit: 'provider_keys', parts: [user.profile.id, type] };
  const retryAfter = await attempts.consume(deps.table, attempt, deps.now);
  if (retryAfter > 0) return { problem: 'too_many' };
  const context = { send: createProviderCall(type), now: deps.now };
  const checked = await provider.checkKey(context, key);
  if (!checked.ok) {
    const { kind } = checked.error;
    const isBusy = kind === 'unavailable' || kind === 'rate_limited';
    if (isBusy) {
      await attempts.refund(deps.table, attempt, deps.now);
      return { problem: 'busy' };
    }
    const isRefused = kind === 'unauthorized' || kind === 'insufficient_scope';
    return isRefused ? { problem: 'refused' } : { kind: 'provider_error', code: kind };
  }
  await attempts.refund(deps.table, attempt, deps.now);
  const isFirst = await connectRequests.markUsed(deps.table, id, deps.now);
  if (!isFirst) return { kind: 'expired' };
  const access = { tokens: { access_token: key }, remote_id: checked.value };
  return storeConnection({ connectRequest, user }, access, undefined, deps);
}

/** Returns whether a text can be a key: no other is sent to the provider. */
function isWellFormed(key: string): boolean {
  return key.length <= maxKeyLength && /^[!-~]+$/.test(key);
}
