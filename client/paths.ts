import type { paths as DiaryApiPaths } from './openapi/diary.ts';
import type { paths as MainApiPaths } from './openapi/main.ts';

/** The paths that take the client's credentials instead of a token, or have another base URL. */
type OAuthPath =
  | '/oauth-authorization-server'
  | '/oauth2/access_token/'
  | '/oauth2/introspect/'
  | '/oauth2/revoke/';

/** The paths of the main API that take an access token. */
export type MainPaths = Omit<MainApiPaths, OAuthPath>;

/** The paths of the diary. The client adds the headers with the ids of application and user. */
export type DiaryPaths = DiaryApiPaths;
