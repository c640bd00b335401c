import type { MailTemplate } from '#shared/mail/mail.ts';
import type { Language } from '#shared/pages/language.ts';
import { compact } from '#shared/runtime/compact.ts';
import accountPaths from './account-pages.json' with { type: 'json' };

/**
 * A page of a user's account. The sign-in page can continue to each of them. `npm run docs` lists
 * them with their paths.
 */
export type AccountPage = keyof typeof accountPaths;
export const accountPages = Object.keys(accountPaths) as [AccountPage, ...AccountPage[]];

/** The purposes of links for which anybody can ask. */
export const sendLinkPurposes = ['sign_up', 'password_reset'] as const;
export type SendLinkPurpose = (typeof sendLinkPurposes)[number];

/**
 * The page after the sign-in page: the authorization request with the id `request`, the pending
 * sign-in with the id `connect`, or an account page with the parameters of its query.
 */
export type SignInTarget =
  | { request: string }
  | { connect: string }
  | { continue: AccountPage; parameters?: string | undefined };

type QueryParameters = Readonly<Record<string, string>>;

/** The URLs of our own pages. */
export type PageUrls = ReturnType<typeof getPageUrls>;

/** Returns the URLs of our own pages, under the version of the request. */
export function getPageUrls(baseUrls: { auth: string }, version: string) {
  const buildUrl = (
    path: string,
    parameters: QueryParameters = {},
    area: 'oauth2' | 'openid' = 'oauth2',
  ) => {
    const query = new URLSearchParams(parameters).toString();
    const url = `${baseUrls.auth}/${version}/${area}/${path}`;
    return query ? `${url}?${query}` : url;
  };
  return {
    authorize: (parameters: QueryParameters) => buildUrl('authorize/', parameters),
    /** The consent page of the authorization request with this id. */
    consent: (request: string) => buildUrl('consent/', { request }),
    signIn: (target: SignInTarget) => buildUrl('sign-in/', compact({ ...target })),
    account: (page: AccountPage, parameters = '') =>
      buildUrl(accountPaths[page], Object.fromEntries(new URLSearchParams(parameters))),
    /** The page that asks for the consent to the processing of health data, before this page. */
    askForConsent: (page: AccountPage) =>
      buildUrl(accountPaths.privacy, { continue: page }),
    signOut: buildUrl('account/sign-out/'),
    /** The page by which applications sign a person out. */
    logout: (parameters: QueryParameters) => buildUrl('logout/', parameters, 'openid'),
    /** The page that keeps the language of pages without a session. */
    chooseLanguage: (language: Language) => buildUrl('language/', { language }),
    /**
     * The page on which a person asks for a link by mail. They then continue with the authorization
     * request with the id `request`, if it is not empty.
     */
    sendLink: (purpose: SendLinkPurpose, request = '') =>
      buildUrl('send-link/', compact({ purpose, request: request || undefined })),
    /** The page that a link in a mail opens. */
    openLink: (token: string) => buildUrl('open-link/', { token }),
  };
}

/** Defines the mails of a feature, which lead to our own pages. */
export function defineMails<Name extends string>(
  mails: Readonly<Record<Name, MailTemplate<PageUrls>>>,
) {
  return mails;
}
