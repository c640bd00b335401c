import type { PageUrls } from '#functions/auth/browser/page-urls.ts';
import { compact } from '#shared/runtime/compact.ts';

type AccountUrls = Pick<PageUrls, 'account'>;

/** Returns the URL of the page of an application that a person has registered. */
export function toApplicationUrl(pages: AccountUrls, client_id: string): string {
  return `${pages.account('portal')}?${new URLSearchParams({ id: client_id })}`;
}

/** Names the page of a webhook of an application, or that of a further one. */
interface WebhookPage {
  client_id: string;
  /** Absent for a further webhook. */
  id?: string | undefined;
  /** Where the list of its deliveries begins. */
  cursor?: string | undefined;
}

/** Returns the URL of the page of a webhook of an application, or of that for a further one. */
export function toWebhookUrl(
  pages: AccountUrls,
  { client_id: id, id: webhook, cursor }: WebhookPage,
): string {
  const query = new URLSearchParams(compact({ id, webhook, cursor }));
  return `${pages.account('webhook')}?${query}`;
}
