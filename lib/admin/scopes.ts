import { InvalidArgumentError } from '@commander-js/extra-typings';
import { type Scope, scopes } from '#shared/contract/scopes.ts';

/** Parses scopes that spaces or commas separate. Throws if no scope is given or one is unknown. */
export function parseScopes(text: string): Scope[] {
  const names = text.split(/[ ,]+/).filter(Boolean);
  const parsed = scopes.filter((scope) => names.includes(scope));
  const hasUnknown = names.some((name) => !scopes.some((scope) => scope === name));
  if (parsed.length === 0 || hasUnknown)
    throw new InvalidArgumentError(`Allowed choices are ${scopes.join(', ')}.`);
  return parsed;
}
