import type { AuthorizationCheck } from './check.ts';

/** Rejects text that is not UTF-8 (RFC 6749 appendix B): it could not be returned unchanged. */
export const checkEncoding: AuthorizationCheck = ({ unreadable }) => {
  const [name] = unreadable;
  if (name === undefined) return undefined;
  return {
    error: 'invalid_request',
    error_description: `${name} must be percent-encoded UTF-8`,
  };
};
