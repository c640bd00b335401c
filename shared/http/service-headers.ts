import type { Principal } from '../auth/principal.ts';
import { serviceError } from '../errors/errors.ts';
import type { HeaderReader } from './headers.ts';

/**
 * Requires the two headers in which a diary request names its client and user (wire.md Y1). They
 * must match the access token, which alone decides whose diary it is. Throws `missing_header` or
 * `identity_mismatch`.
 */
export function requireServiceHeaders(
  header: HeaderReader,
  { client_id, user_id }: Principal,
): void {
  const headers = [
    { name: 'svc-client-id', expected: client_id },
    { name: 'svc-user-id', expected: user_id },
  ].map(({ name, expected }) => ({ name, expected, sent: header(name) }));

  const missing = headers.filter(({ sent }) => sent.length !== 1 || sent[0] === '');
  if (missing.length > 0) {
    throw serviceError('missing_header', { names: missing.map(({ name }) => name) });
  }
  const mismatched = headers.filter(({ sent, expected }) => sent[0] !== expected);
  if (mismatched.length > 0) {
    const failures = mismatched.map(
      ({ name }) => [name, ['must match the access token']] as const,
    );
    throw serviceError('identity_mismatch', { failures: Object.fromEntries(failures) });
  }
}
