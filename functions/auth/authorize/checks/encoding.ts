import type { AuthorizationCheck } from './check.ts';

/** Every parameter is text in UTF-8 (RFC 6749 appendix B); nothing else could be given back byte for byte. */
export const checkEncoding: AuthorizationCheck = ({ unreadable: [name] }) =>
  name && {
    error: 'invalid_request',
    error_description: `${name} must be percent-encoded UTF-8`,
  };
