import type { PageUrls } from '#functions/auth/browser/page-urls.ts';
import { compact } from '#shared/runtime/compact.ts';
import type { DataTexts } from '../data.texts.ts';

/** What the page of a day confirms. */
export type DayNotice = keyof DataTexts['notices'];

/** Returns the URL of the page of a day. */
export function toDayUrl(
  pages: Pick<PageUrls, 'account'>,
  date: string,
  notice?: DayNotice,
): string {
  const query = new URLSearchParams(compact({ date, notice }));
  return `${pages.account('day')}?${query}`;
}
