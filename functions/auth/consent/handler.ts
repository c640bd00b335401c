import { serveEach } from '#shared/http/serve-each.ts';
import { decideConsent } from './decide-consent.ts';
import endpoints from './endpoints.ts';
import { showConsent } from './show-consent.ts';

/** Serves the consent page and its form. */
export const handler = serveEach(endpoints, {
  show: showConsent,
  decide: decideConsent,
});
