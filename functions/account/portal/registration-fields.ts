import * as z from 'zod/mini';
import { readScopeFields, type TickedScopes } from '#functions/account/scope-fields.ts';
import { defineFields, FormField } from '#functions/auth/browser/form.ts';
import type { Client } from '#functions/auth/client/client.ts';
import { findRedirectUriFault } from '#functions/auth/client/redirect-uri.ts';
import { WebAddress } from '#functions/auth/client/registration.ts';
import { name, parameter, shownToOthers } from '#shared/contract/schema.ts';
import { fullScope, type Scope, scopes } from '#shared/contract/scopes.ts';
import { compact } from '#shared/runtime/compact.ts';
import { failure, type Result, success } from '#shared/runtime/result.ts';
import type { PortalTexts } from './portal.texts.ts';

/** The fields for redirect URIs, each of which is checked by itself. */
export const uriFields = [
  'redirect_uri_1',
  'redirect_uri_2',
  'redirect_uri_3',
  'redirect_uri_4',
  'redirect_uri_5',
  'redirect_uri_6',
  'redirect_uri_7',
  'redirect_uri_8',
  'redirect_uri_9',
  'redirect_uri_10',
] as const;

/** The fields for redirect URIs after a sign-out (RP-Initiated Logout 1.0 section 3.1). */
export const logoutUriFields = [
  'post_logout_redirect_uri_1',
  'post_logout_redirect_uri_2',
  'post_logout_redirect_uri_3',
] as const;
export type UriField = (typeof uriFields | typeof logoutUriFields)[number];

/** Whether an application has a secret, which cannot be changed later. */
export const applicationKinds = ['confidential', 'public'] as const;
type ApplicationKind = (typeof applicationKinds)[number];

/** The fields with which a person registers and changes applications. */
export const RegistrationFields = {
  kind: z._default(z.enum(applicationKinds), 'confidential'),
  name: FormField,
  website: FormField,
  privacy: FormField,
  ...defineFields(uriFields, FormField),
  // A form without them changes nothing of the client.
  ...defineFields(logoutUriFields, z.optional(parameter())),
  ...defineFields(scopes, FormField),
};

/** The fields of a registration, as the person filled them in. */
export type RegistrationValues = TickedScopes &
  Readonly<
    Partial<Record<'name' | 'website' | 'privacy' | UriField, string | undefined>>
  >;

/** The problems by field. */
export type RegistrationProblems = Readonly<
  Partial<Record<'name' | 'website' | 'privacy' | 'scope' | UriField, string>>
>;

/** The choices of a person for an application. */
export interface OwnRegistration {
  name: string;
  client_uri?: string;
  policy_uri?: string;
  redirect_uris: string[];
  /** Absent if the form does not have them. */
  post_logout_redirect_uris?: string[];
  scopes: Scope[];
}

/** The longest redirect URI that the form takes. */
export const maxUriLength = 500;

const ApplicationName = shownToOthers(name(100));
const OptionalAddress = z.union([z.literal(''), WebAddress]);

/** Returns the registration that a form asks for, or everything that is wrong with its fields. */
export function readRegistration(
  values: RegistrationValues,
  kind: ApplicationKind,
  texts: PortalTexts['problems'],
): Result<OwnRegistration, RegistrationProblems> {
  const applicationName = ApplicationName.safeParse(values.name);
  const website = OptionalAddress.safeParse(values.website?.trim());
  const privacy = OptionalAddress.safeParse(values.privacy?.trim());
  const scope = readScopeFields(values);
  const uris = readUris(uriFields, values, kind, texts);
  const logoutUris = readUris(logoutUriFields, values, kind, texts);
  const hasLogoutUris = logoutUriFields.some((field) => values[field] !== undefined);
  const problems = compact({
    name: applicationName.success ? undefined : texts.name,
    website: website.success ? undefined : texts.address,
    privacy: privacy.success ? undefined : texts.address,
    scope: scope === '' ? texts.scope : undefined,
    redirect_uri_1: uris.list.length === 0 ? texts.noRedirectUri : undefined,
    ...uris.problems,
    ...logoutUris.problems,
  });
  const isValid = Object.keys(problems).length === 0;
  if (!isValid || !applicationName.success) return failure(problems);
  return success({
    name: applicationName.data,
    ...compact({
      client_uri: website.data || undefined,
      policy_uri: privacy.data || undefined,
    }),
    redirect_uris: uris.list,
    ...(hasLogoutUris ? { post_logout_redirect_uris: logoutUris.list } : {}),
    scopes: scopes.filter((each) => scope.split(' ').includes(each)),
  });
}

/** Returns the URIs of some fields, each once, and why some of them cannot be registered. */
function readUris(
  fields: readonly UriField[],
  values: RegistrationValues,
  kind: ApplicationKind,
  texts: PortalTexts['problems'],
) {
  const problems: Partial<Record<UriField, string>> = {};
  const uris = new Set<string>();
  for (const field of fields) {
    const uri = values[field]?.trim() ?? '';
    if (uri === '') continue;
    uris.add(uri);
    const fault = findRedirectUriFault(uri, kind === 'public');
    if (fault) problems[field] = texts.redirectUri[fault.code](fault.detail);
    if (uri.length > maxUriLength) problems[field] = texts.tooLong(maxUriLength);
  }
  return { list: [...uris], problems };
}

/** Returns the fields with which the registration of an application is filled in. */
export function toRegistrationValues({
  name: applicationName,
  client_uri,
  policy_uri,
  redirect_uris,
  post_logout_redirect_uris = [],
  scopes: allowed = [fullScope],
}: Client): RegistrationValues {
  const uris = uriFields.map((field, index) => [field, redirect_uris[index]]);
  const logoutUris = logoutUriFields.map((field, index) => [
    field,
    post_logout_redirect_uris[index],
  ]);
  const ticked = allowed.map((scope) => [scope, 'yes']);
  return {
    name: applicationName,
    ...compact({ website: client_uri, privacy: policy_uri }),
    ...Object.fromEntries([...uris, ...logoutUris, ...ticked]),
  };
}
