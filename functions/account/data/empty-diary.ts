import { accountTexts } from '#functions/account/account.texts.ts';
import type { AccountContext } from '#functions/account/account-context.ts';
import type { Html } from '#shared/html/html.ts';
import { renderEmptyState } from '#shared/pages/notice.ts';
import { listKeyTypes } from '#shared/reference-data/remote-connection-types.ts';
import { dataTexts } from './data.texts.ts';
import { toBodyUrl, toNewEntryUrl } from './data-url.ts';

/**
 * Returns whether to lead to connections first: the operator has set up a provider. Those that are
 * connected with a key of the person are always there, and few people have one.
 */
export function leadsToConnections(connectable: readonly string[]): boolean {
  const keyTypes = listKeyTypes();
  return connectable.some((type) => !keyTypes.includes(type));
}

/**
 * Renders what a page shows instead of entries: how entries get there. A provider is named first
 * if one is known to be set up.
 */
export function renderEmptyDiary(
  { language, pages, today }: AccountContext,
  title: string,
  canConnect = false,
): Html {
  const labels = dataTexts[language];
  const connect = { label: labels.connect, url: pages.account('connections') };
  return renderEmptyState({
    title,
    text: canConnect ? labels.emptyConnectHint : labels.emptyHint,
    actions: [
      ...(canConnect ? [connect] : []),
      { label: accountTexts[language].imports, url: pages.account('imports') },
      { label: labels.addFood, url: toNewEntryUrl(pages, today, 'food_entry') },
      { label: labels.addExercise, url: toNewEntryUrl(pages, today, 'exercise') },
      {
        label: labels.enterWeight,
        url: toBodyUrl(pages, { enter: 'weight' }),
      },
    ],
  });
}
