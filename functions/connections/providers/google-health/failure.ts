import {
  type ProviderFailure,
  toProviderFailure,
} from '#functions/connections/provider/failure.ts';
import type { CallFailure } from '#shared/outgoing/outgoing.ts';

/** Classifies a failed call for data. Google sends 403 if a scope is missing. */
export function toGoogleHealthFailure(failed: CallFailure, now: Date): ProviderFailure {
  return toProviderFailure(failed, now, ({ status }) =>
    status === 403 ? { kind: 'insufficient_scope' } : undefined,
  );
}
