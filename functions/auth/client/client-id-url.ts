import { printableAscii } from './redirect-uri.ts';

/** The longest URL that can be a client id. It is part of a key, and is shown to people. */
const maxLength = 500;

/**
 * Returns whether a client id is meant as the URL of a metadata document. No registered client has
 * such an id.
 */
export function isClientIdUrl(client_id: string): boolean {
  return client_id.startsWith('https://');
}

/**
 * Returns why a client id cannot be the URL of a metadata document, or undefined. Client ids are
 * compared as texts, so a URL is valid only as `URL` writes it: without dot segments, for example
 * (draft-ietf-oauth-client-id-metadata-document, section 3).
 */
export function findClientIdUrlFault(client_id: string): string | undefined {
  if (!isClientIdUrl(client_id)) return 'must use https';
  const isAbsolute = printableAscii.test(client_id) && URL.canParse(client_id);
  if (!isAbsolute) return 'must be an absolute URL in printable ASCII';
  if (client_id.length > maxLength) return `must have at most ${maxLength} characters`;
  if (client_id.includes('#')) return 'must not contain a fragment';

  const { href, username, password } = new URL(client_id);
  if (username || password) return 'must not contain a user name or password';
  if (href === `${client_id}/`) return 'must have a path';
  return href === client_id ? undefined : `must be normalized: ${href}`;
}
