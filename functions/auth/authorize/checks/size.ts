import type { AuthorizationCheck } from './check.ts';
import { maxStateBytes } from './parameters.ts';

/** Rejects a `state` that is too long to be returned (wire.md A23). */
export const checkSize: AuthorizationCheck = ({ oversized }) => {
  const [name] = oversized;
  if (name === undefined) return undefined;
  return {
    error: 'invalid_request',
    error_description: `${name} must have at most ${maxStateBytes} bytes`,
  };
};
