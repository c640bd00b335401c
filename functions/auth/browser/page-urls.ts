/** The pages of a person's account, where they can go on to once they are signed in, and where each is. */
const accountPaths = {
  account: 'account/',
  applications: 'account/applications/',
  password: 'account/password/',
} as const;
export type AccountPage = keyof typeof accountPaths;
export const accountPages = Object.keys(accountPaths) as [AccountPage, ...AccountPage[]];

/** What a person has just done, as the page on which they arrive confirms it. */
export type AccountNotice = 'signed_out' | 'access_removed' | 'password_changed';

/** The addresses of our own pages, under the version of the request. */
export function getPageUrls({ auth }: { auth: string }, version: string) {
  const at = (path: string, query: Readonly<Record<string, string>> = {}) => {
    const parameters = new URLSearchParams(query).toString();
    return `${auth}/${version}/oauth2/${path}${parameters && `?${parameters}`}`;
  };
  return {
    authorize: (parameters: Readonly<Record<string, string>>) => at('authorize/', parameters),
    consent: (request: string) => at('consent/', { request }),
    /** Where to sign in, and then go on to answer a request or to a page of the account. */
    signIn: (onTo: { request: string } | { continue: AccountPage; notice?: AccountNotice }) =>
      at('sign-in/', { ...onTo }),
    account: (page: AccountPage, notice?: AccountNotice) =>
      at(accountPaths[page], notice && { notice }),
    signOut: at('account/sign-out/'),
  };
}

export type PageUrls = ReturnType<typeof getPageUrls>;
