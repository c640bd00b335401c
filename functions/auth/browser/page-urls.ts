import { compact } from '#shared/runtime/compact.ts';

/** The paths of the account pages. The sign-in page can continue to each of them. */
const accountPaths = {
  account: 'account/',
  applications: 'account/applications/',
  password: 'account/password/',
} as const;

/** A page of a user's account. */
export type AccountPage = keyof typeof accountPaths;
export const accountPages = Object.keys(accountPaths) as [AccountPage, ...AccountPage[]];

/** What the next page confirms. */
export type AccountNotice = 'signed_out' | 'access_removed' | 'password_changed';

/** What the sign-in page continues to: an authorization or connect request, or an account page. */
export type SignInTarget =
  | { request: string }
  | { connect: string }
  | { continue: AccountPage; notice?: AccountNotice };

type QueryParameters = Readonly<Record<string, string>>;

/** The URLs of our own pages. */
export interface PageUrls {
  authorize(parameters: QueryParameters): string;
  consent(request: string): string;
  signIn(target: SignInTarget): string;
  account(page: AccountPage, notice?: AccountNotice): string;
  signOut: string;
}

/** Returns the URLs of our own pages, under the version of the request. */
export function getPageUrls(addresses: { auth: string }, version: string): PageUrls {
  const buildUrl = (path: string, parameters: QueryParameters = {}) => {
    const query = new URLSearchParams(parameters).toString();
    const url = `${addresses.auth}/${version}/oauth2/${path}`;
    return query ? `${url}?${query}` : url;
  };
  return {
    authorize: (parameters) => buildUrl('authorize/', parameters),
    consent: (request) => buildUrl('consent/', { request }),
    signIn: (target) => buildUrl('sign-in/', { ...target }),
    account: (page, notice) => buildUrl(accountPaths[page], compact({ notice })),
    signOut: buildUrl('account/sign-out/'),
  };
}
