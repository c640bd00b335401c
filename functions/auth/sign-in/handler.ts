import { serveEach } from '#shared/http/serve-each.ts';
import endpoints from './endpoints.ts';
import { showSignIn } from './show-sign-in.ts';
import { submitSignIn } from './submit-sign-in.ts';

/** Serves the sign-in page and its form. */
export const handler = serveEach(endpoints, {
  show: showSignIn,
  submit: submitSignIn,
});
