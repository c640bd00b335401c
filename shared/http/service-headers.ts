import type { Principal } from '../auth/principal.ts';
import { serviceError } from '../errors/errors.ts';
import type { HeaderReader } from './headers.ts';

/**
 * Requires the two headers with which a request to the diary says who is calling (decision Y1). They can only confirm
 * the access token: whose diary it is, the token alone says. Throws `missing_header` and `identity_mismatch`.
 */
export function requireServiceHeaders(
  header: HeaderReader,
  { client_id, user_id }: Principal,
): void {
  const expected = Object.entries({ 'svc-client-id': client_id, 'svc-user-id': user_id });
  const names = (wrong: (sent: readonly string[], value: string) => boolean) =>
    expected.filter(([name, value]) => wrong(header(name), value)).map(([name]) => name);

  const missing = names((sent) => sent.length !== 1 || sent[0] === '');
  if (missing.length > 0) throw serviceError('missing_header', { names: missing });
  const differing = names((sent, value) => sent[0] !== value);
  if (differing.length > 0) throw serviceError('identity_mismatch', { names: differing });
}
