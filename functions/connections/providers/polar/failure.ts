import {
  type ProviderFailure,
  toProviderFailure,
} from '#functions/connections/provider/failure.ts';
import type { CallFailure } from '#shared/outgoing/outgoing.ts';

/** Classifies a failed call. Without all mandatory consents, Polar sends 403. */
export function toPolarFailure(failed: CallFailure, now: Date): ProviderFailure {
  return toProviderFailure(failed, now, ({ status }) =>
    status === 403 ? { kind: 'insufficient_scope' } : undefined,
  );
}
