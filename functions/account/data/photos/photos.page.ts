import { renderAccountPage } from '#functions/account/account.page.ts';
import type { AccountContext } from '#functions/account/account-context.ts';
import { renderPager } from '#functions/account/pager.ts';
import type { ImagePage } from '#functions/main/image/image.store.ts';
import { type Image, parseOwner } from '#functions/main/image/image.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderCard, renderCards, renderFacts } from '#shared/pages/card.ts';
import { renderActions, renderDangerForm, renderLinkButton } from '#shared/pages/form.ts';
import { renderEmptyState } from '#shared/pages/notice.ts';
import { photosTexts } from './photos.texts.ts';

/** The number of photos on a page. */
export const photosPerPage = 20;

interface PhotosPageProps extends ImagePage {
  /** The id with which the page begins. Undefined on the first page. */
  from: string | undefined;
  /** The base URL of the CDN. */
  cdn: string;
}

/** Renders the photos of a user. The forms post to the page itself. */
export function renderPhotosPage(
  { images, next, from, cdn }: PhotosPageProps,
  account: AccountContext,
): string {
  const { title, lead, notices, newest, older, ...labels } =
    photosTexts[account.language];
  const url = account.pages.account('photos');
  const before = from !== undefined && { url, label: newest };
  const after = next !== undefined && { url: `${url}?from=${next}`, label: older };
  const empty = from === undefined ? labels.empty : labels.emptyPage;
  const cards = images.map((image) => renderPhoto(image, cdn, account));
  return renderAccountPage(account, {
    title,
    lead: cards.length > 0 ? lead : undefined,
    notices,
    body: html`${cards.length > 0 ? renderCards(cards) : renderEmptyState(empty)}${renderPager(
      { before, after },
      account,
    )}`,
  });
}

function renderPhoto(image: Image, cdn: string, account: AccountContext): Html {
  const { language, formats } = account;
  const labels = photosTexts[language];
  const { kind, id } = parseOwner(image);
  const title = labels.owners[kind](id);
  const uploaded = formats.longTime(image.created_datetime);
  const name = `${title}, ${uploaded}`;
  return renderCard({
    title,
    body: html`${renderFacts([{ label: labels.uploaded, value: uploaded }])}${renderActions(
      [
        renderLinkButton({
          label: labels.show,
          description: labels.showLabel(name),
          url: `${cdn}/images/${image.id}`,
          kind: 'secondary',
        }),
      ],
    )}${renderDeletion(image, name, account)}`,
  });
}

function renderDeletion(
  { id }: Image,
  name: string,
  { language, form_token }: AccountContext,
): Html {
  const labels = photosTexts[language];
  return renderDangerForm({
    summary: labels.deletion,
    hint: labels.deletionText,
    form_token,
    hidden: { image: id },
    button: { label: labels.delete, description: labels.deleteLabel(name) },
  });
}
