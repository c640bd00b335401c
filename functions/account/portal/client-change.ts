import type { Client } from '#functions/auth/client/client.ts';
import type { ClientChange } from '#functions/auth/client/client-update.store.ts';
import { coversScope } from '#shared/contract/scopes.ts';
import { isEqual } from '#shared/runtime/is-equal.ts';
import {
  logoutUriFields,
  type OwnRegistration,
  uriFields,
} from './registration-fields.ts';

/** Returns the change of a client. What the form does not show stays as it is. */
export function toClientChange(
  client: Client,
  registration: OwnRegistration,
): ClientChange {
  const { default_scopes, redirect_uris, post_logout_redirect_uris } = client;
  const { scopes, client_uri, policy_uri } = registration;
  const logoutUris = registration.post_logout_redirect_uris?.concat(
    post_logout_redirect_uris?.slice(logoutUriFields.length) ?? [],
  );
  const isDefaultAllowed =
    default_scopes === undefined ||
    coversScope(scopes.join(' '), default_scopes.join(' '));
  return {
    set: {
      ...registration,
      redirect_uris: [
        ...registration.redirect_uris,
        ...redirect_uris.slice(uriFields.length),
      ],
      ...(logoutUris ? { post_logout_redirect_uris: logoutUris } : {}),
      ...(isDefaultAllowed ? {} : { default_scopes: scopes }),
    },
    remove: [
      ...(client_uri === undefined ? (['client_uri'] as const) : []),
      ...(policy_uri === undefined ? (['policy_uri'] as const) : []),
    ],
  };
}

/** Returns whether a change gives a client another value than it has. */
export function changesClient(client: Client, { set, remove }: ClientChange): boolean {
  const current: Readonly<Record<string, unknown>> = { ...client };
  const changed = Object.entries(set).filter(
    ([name, value]) => !isEqual(value, current[name]),
  );
  return changed.length > 0 || remove.some((name) => current[name] !== undefined);
}
