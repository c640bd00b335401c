import type { CallFailure } from '../../outgoing/outgoing.ts';
import { type ProviderFailure, toProviderFailure } from '../../provider/failure.ts';

/** Classifies a failed call. Without all mandatory consents, Polar sends 403. */
export function toPolarFailure(failed: CallFailure, now: Date): ProviderFailure {
  return toProviderFailure(failed, now, ({ status }) =>
    status === 403 ? { kind: 'insufficient_scope' } : undefined,
  );
}
