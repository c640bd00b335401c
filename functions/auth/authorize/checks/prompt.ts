import type { AuthorizationCheck } from './check.ts';

/**
 * Rejects `none` together with any other value, even an unknown one (OpenID Connect Core 1.0
 * section 3.1.2.1).
 */
export const checkPrompt: AuthorizationCheck = ({ values: { prompt = '' } }) => {
  const sent = new Set(prompt.split(' ').filter((value) => value !== ''));
  if (!sent.has('none') || sent.size === 1) return undefined;
  return {
    error: 'invalid_request',
    error_description: 'prompt none must not be combined with another prompt',
  };
};
