import type { PageUrls } from '#functions/auth/browser/page-urls.ts';
import { compact } from '#shared/runtime/compact.ts';

/** What the page of a day confirms. */
export const dayNotices = ['separated', 'merged'] as const;
export type DayNotice = (typeof dayNotices)[number];

/** Returns the URL of the page of a day. */
export function toDayUrl(
  pages: Pick<PageUrls, 'account'>,
  date: string,
  notice?: DayNotice,
): string {
  const query = new URLSearchParams(compact({ date, notice }));
  return `${pages.account('day')}?${query}`;
}
