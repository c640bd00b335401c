import * as z from 'zod/mini';
import type { AuthorizationRequest } from '#functions/auth/authorize/authorization.ts';
import { defineFields, FormField } from '#functions/auth/browser/form.ts';
import {
  coversScope,
  fullScope,
  identityScopes,
  normalizeScope,
  type PartialScope,
  partialScopes,
  toDataScope,
} from '#shared/contract/scopes.ts';

/** A scope that lets an application change data. */
export type WriteScope = Extract<PartialScope, `${string}.write`>;

const writeScopes = partialScopes.filter(isWriteScope);

function isWriteScope(name: PartialScope): name is WriteScope {
  return name.endsWith('.write');
}

/** The fields of a form with the scopes to leave out. A form without them leaves out none. */
export const ScopeFields = z.object({
  /** The scopes of the boxes, separated by spaces: a box that is not ticked sends nothing. */
  offered_scopes: FormField,
  /**
   * The boxes that are ticked. Each has a name of its own: programs that drive the page often keep
   * one value for each name, and would leave out all other boxes.
   */
  ...defineFields(writeScopes, FormField),
  /** The scopes that are ticked, as programs send them that know the form of release 0.3.0. */
  scope: z._default(z.union([z.string(), z.array(z.string())]), []),
});
type ScopeForm = Partial<z.output<typeof ScopeFields>> &
  Pick<z.output<typeof ScopeFields>, 'offered_scopes' | 'scope'>;

/** The part of a request that a person allows. */
export interface AllowedScope {
  scope: string;
  /** The scopes that the person did not allow, separated by spaces. */
  left_out_scope?: string | undefined;
}

/**
 * Lists the scopes of a request that a person can leave out: those that write, if the others still
 * show data.
 */
export function listOptionalScopes(scope: string): WriteScope[] {
  const optional = writeScopes.filter((name) => coversScope(scope, name));
  return toDataScope(withoutScopes(scope, optional)) === '' ? [] : optional;
}

/** The request of an application, as far as it decides what the person can add. */
type AskedScope = Pick<AuthorizationRequest, 'scope' | 'audience'>;

/**
 * Lists the scopes that a person can add to a request for full access, which does not include them,
 * and to that of an assistant. Nobody has them without ticking their box.
 */
export function listAddableScopes({ scope, audience }: AskedScope): WriteScope[] {
  const isOffered = audience === 'mcp' || coversScope(scope, fullScope);
  return isOffered && !coversScope(scope, 'measurements.read')
    ? ['measurements.write']
    : [];
}

/** Returns a scope with further names. */
export function withScopes(scope: string, added: readonly WriteScope[]): string {
  return added.length === 0 ? scope : normalizeScope([scope, ...added].join(' '));
}

/**
 * Returns a scope without some of its names that write (RFC 6749 section 3.3). Reading the same
 * data stays. Full access becomes the scopes for its parts.
 */
export function withoutScopes(scope: string, leftOut: readonly WriteScope[]): string {
  if (leftOut.length === 0) return scope;
  const isLeftOut = (name: string) => leftOut.some((other) => other === name);
  const kept = [...partialScopes, ...identityScopes].filter(
    (name) => coversScope(scope, name) && !isLeftOut(name),
  );
  return normalizeScope(kept.join(' '));
}

/** Returns what a person allows by a form, which can only add what its boxes offer. */
export function applyScopeChoice(asked: AskedScope, form: ScopeForm): AllowedScope {
  const { scope } = asked;
  const offered = form.offered_scopes.split(' ');
  const ticked: readonly string[] = [form.scope].flat();
  const isTicked = (name: WriteScope) => Boolean(form[name]) || ticked.includes(name);
  const isOffered = (name: WriteScope) => offered.includes(name);
  const leftOut = listOptionalScopes(scope).filter(
    (name) => isOffered(name) && !isTicked(name),
  );
  const added = listAddableScopes(asked).filter(
    (name) => isOffered(name) && isTicked(name),
  );
  return {
    scope: withScopes(withoutScopes(scope, leftOut), added),
    left_out_scope: leftOut.join(' ') || undefined,
  };
}
