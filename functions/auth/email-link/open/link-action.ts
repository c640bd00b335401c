import type { Fail } from '#shared/http/handler.ts';
import type { Redirect } from '#shared/pages/redirect.ts';
import type { Table } from '#shared/table/table.ts';
import type { EmailLink } from '../email-link.ts';
import type { LinkForm } from './link-form.ts';

/** A request that uses a link. */
export interface LinkActionRequest {
  body: LinkForm;
  header(name: string): readonly string[];
  table: Table<'get' | 'query' | 'put' | 'update' | 'delete' | 'transact'>;
  baseUrls: { auth: string };
  version: string;
  now: Date;
  requestId: string;
  fail: Fail<'link_unavailable'>;
}

/**
 * Does what a link is for, and returns the redirect to the next page. Throws `link_unavailable` if
 * another request uses the link first, or if the action is no longer possible.
 */
export type LinkAction = (
  request: LinkActionRequest,
  link: EmailLink,
) => Promise<Redirect>;
