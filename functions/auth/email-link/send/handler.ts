import { serveEach } from '#shared/http/serve-each.ts';
import endpoints from './endpoints.ts';
import { showSendLinkPage } from './show-send-link-page.ts';
import { submitSendLinkPage } from './submit-send-link-page.ts';

/** Serves the page on which a person asks for a link, and its form. */
export const handler = serveEach(endpoints, {
  show: showSendLinkPage,
  submit: submitSendLinkPage,
});
