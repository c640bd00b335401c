import type { AuthorizationCheck } from './check.ts';

/** Rejects text that is not UTF-8 (RFC 6749 appendix B): it could not be returned unchanged. */
export const checkEncoding: AuthorizationCheck = ({ invalidUtf8 }) => {
  const [name] = invalidUtf8;
  if (name === undefined) return undefined;
  return {
    error: 'invalid_request',
    error_description: `${name} must be percent-encoded UTF-8`,
  };
};
