import { serveEach } from '#shared/http/serve-each.ts';
import endpoints from './endpoints.ts';
import { showOpenLinkPage } from './show-open-link-page.ts';
import { submitOpenLinkPage } from './submit-open-link-page.ts';

/** Serves the page that a link in a mail opens, and its form. */
export const handler = serveEach(endpoints, {
  show: showOpenLinkPage,
  submit: submitOpenLinkPage,
});
