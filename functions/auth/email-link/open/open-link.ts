import * as z from 'zod/mini';
import { FormField, ProtectedForm } from '#functions/auth/browser/form.ts';
import { consentGiven } from '#functions/auth/identity/consent-field.ts';
import { listPasswordProblems, PersonName } from '#functions/auth/identity/new-user.ts';
import { toDigest } from '#shared/auth/secrets.ts';
import type { EmailLink } from '../email-link.ts';
import type { LinkFormProblem } from './open-link.page.ts';

/** The query of the page that a link in a mail opens. */
export const OpenLinkQuery = z.object({ token: FormField });
export type OpenLinkQuery = z.output<typeof OpenLinkQuery>;

/** Returns what the CSRF token of the form is bound to: the digest of the link's token. */
export function getOpenLinkBinding({ token }: OpenLinkQuery) {
  return { purpose: 'open-link', reference: toDigest(token) } as const;
}

/** The fields of the forms of all links. The form of each purpose has some of them. */
export const LinkForm = z.extend(ProtectedForm, {
  name: FormField,
  password: FormField,
  /** The password again. */
  repeated: FormField,
  /** `yes` if the person consents to the processing of health data. */
  health_consent: FormField,
  /** Not empty if the access of all applications is to be revoked. */
  end_grants: FormField,
  /** The time zone of the browser. Empty without scripts. */
  time_zone: FormField,
});
export type LinkForm = z.output<typeof LinkForm>;

/** Returns whether a link creates an account. */
export function createsAccount({ purpose }: Pick<EmailLink, 'purpose'>): boolean {
  return purpose === 'sign_up' || purpose === 'invitation';
}

/** Lists the problems of the form. It has none if it is valid for the purpose of the link. */
export function listFormProblems(
  { purpose }: EmailLink,
  { name, password, repeated, health_consent }: LinkForm,
): LinkFormProblem[] {
  if (purpose === 'email_change' || purpose === 'email_undo') return [];
  const passwordProblems = listPasswordProblems(password, repeated);
  if (purpose === 'password_reset') return passwordProblems;
  const isNamed = PersonName.safeParse(name).success;
  const hasConsented = health_consent === consentGiven;
  return [
    ...(isNamed ? [] : ['name' as const]),
    ...passwordProblems,
    ...(hasConsented ? [] : ['consent' as const]),
  ];
}
