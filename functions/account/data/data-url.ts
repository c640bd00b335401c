import type { PageUrls } from '#functions/auth/browser/page-urls.ts';
import type { Period } from './period.ts';

/** Returns the URL of the page "My data" of a period with a date. */
export function toDataUrl(
  pages: Pick<PageUrls, 'account'>,
  period: Period,
  date: string,
): string {
  return `${pages.account('data')}?${new URLSearchParams({ period, date })}`;
}
