import { parsePrompts } from '../../authorization-request/prompt.ts';
import type { AuthorizationCheck } from './check.ts';

/** Rejects `none` together with another prompt (OpenID Connect Core 1.0 section 3.1.2.1). */
export const checkPrompt: AuthorizationCheck = ({ values: { prompt } }) => {
  const prompts = parsePrompts(prompt);
  if (!prompts.includes('none') || prompts.length === 1) return undefined;
  return {
    error: 'invalid_request',
    error_description: 'prompt none must not be combined with another prompt',
  };
};
