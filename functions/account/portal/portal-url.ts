import type { PageUrls } from '#functions/auth/browser/page-urls.ts';

/** Returns the URL of the page of an application that a person has registered. */
export function toApplicationUrl(
  pages: Pick<PageUrls, 'account'>,
  client_id: string,
): string {
  return `${pages.account('portal')}?${new URLSearchParams({ id: client_id })}`;
}
