import type { CallFailure } from '../../outgoing/outgoing.ts';
import { type ProviderFailure, toProviderFailure } from '../../provider/failure.ts';

/** Classifies a failed call for data. Google sends 403 if a scope is missing. */
export function toGoogleHealthFailure(failed: CallFailure, now: Date): ProviderFailure {
  return toProviderFailure(failed, now, ({ status }) =>
    status === 403 ? { kind: 'insufficient_scope' } : undefined,
  );
}
