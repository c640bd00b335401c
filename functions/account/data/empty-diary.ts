import type { AccountContext } from '#functions/account/account-context.ts';
import type { Html } from '#shared/html/html.ts';
import { renderEmptyState } from '#shared/pages/notice.ts';
import { dataTexts } from './data.texts.ts';
import { toNewEntryUrl } from './data-url.ts';

/** Renders what a page shows instead of entries: how entries get there. */
export function renderEmptyDiary(
  { language, pages, today }: AccountContext,
  title: string,
): Html {
  const labels = dataTexts[language];
  return renderEmptyState({
    title,
    text: labels.emptyHint,
    actions: [
      { label: labels.connect, url: pages.account('connections') },
      { label: labels.addFood, url: toNewEntryUrl(pages, today, 'food_entry') },
      { label: labels.addExercise, url: toNewEntryUrl(pages, today, 'exercise') },
    ],
  });
}
