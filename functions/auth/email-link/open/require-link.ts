import type { ServiceSettings } from '#shared/contract/resources.ts';
import type { Fail } from '#shared/http/handler.ts';
import type { Table } from '#shared/table/table.ts';
import * as emailLinks from '../email-link.store.ts';
import type { EmailLink, LinkPurpose } from '../email-link.ts';
import type { OpenLinkQuery } from './open-link.ts';

/** A request to the page that a link opens. */
interface OpenLinkRequest {
  query: OpenLinkQuery;
  table: Table<'get'>;
  now: Date;
  settings: Pick<ServiceSettings, 'signUp'>;
  fail: Fail<'link_unavailable' | 'sign_up_closed'>;
}

/** The sign-up modes that allow each link. A purpose that is not listed is always allowed. */
const allowedModes: Readonly<Partial<Record<LinkPurpose, readonly string[]>>> = {
  sign_up: ['open'],
  invitation: ['invited', 'open'],
};

/**
 * Loads the link of the query without using it up, because mail scanners open links. Throws
 * `link_unavailable` if the link cannot be used, and `sign_up_closed` if the operator no longer
 * allows its purpose.
 */
export async function requireLink({
  query,
  table,
  now,
  settings,
  fail,
}: OpenLinkRequest): Promise<EmailLink> {
  const link = await emailLinks.find(table, query.token, now);
  if (!link) throw fail('link_unavailable');

  const modes = allowedModes[link.purpose];
  const isAllowed = modes === undefined || modes.includes(settings.signUp);
  if (!isAllowed) throw fail('sign_up_closed');
  return link;
}
