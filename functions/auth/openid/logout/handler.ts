import { serveEach } from '#shared/http/serve-each.ts';
import endpoints from './endpoints.ts';
import { showLogout } from './show-logout.ts';
import { submitLogout } from './submit-logout.ts';

/** Serves the sign-out by applications: its page and its form. */
export const handler = serveEach(endpoints, {
  show: showLogout,
  submit: submitLogout,
});
