import type { ServiceSettings } from '#shared/contract/resources.ts';
import { getPageUrls } from '../browser/page-urls.ts';
import type { SignInHelp } from './sign-in.page.ts';
import type { SignInQuery } from './sign-in.ts';

/** A request to the sign-in page. */
interface SignInHelpRequest {
  query: SignInQuery;
  baseUrls: { auth: string };
  version: string;
  settings: ServiceSettings;
}

/** Returns the URLs of the pages for people without an account or password. */
export function getSignInHelp({
  query,
  baseUrls,
  version,
  settings,
}: SignInHelpRequest): SignInHelp {
  const { sendLink } = getPageUrls(baseUrls, version);
  const { signUp, mailFrom } = settings;
  const options = { request: query.request || undefined };
  return {
    signUp: signUp === 'open' ? sendLink('sign_up', options) : undefined,
    passwordReset:
      mailFrom === undefined ? undefined : sendLink('password_reset', options),
  };
}
