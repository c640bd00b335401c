import { InvalidArgumentError } from '@commander-js/extra-typings';
import { type Scope, scopes } from '#shared/contract/scopes.ts';

/** Parses names of scopes that are separated by spaces or commas. Rejects unknown names. */
export function parseScopes(text: string): Scope[] {
  const names = text.split(/[ ,]+/).filter(Boolean);
  const known = scopes.filter((scope) => names.includes(scope));
  const hasUnknown = names.some((name) => !scopes.some((scope) => scope === name));
  if (known.length === 0 || hasUnknown)
    throw new InvalidArgumentError(`Allowed choices are ${scopes.join(', ')}.`);
  return known;
}
