import type { AccountContext } from '#functions/account/account-handler.ts';
import type { Client } from '#functions/auth/client/client.ts';
import type { Logo } from '#functions/auth/client/logo.ts';
import { renderClientLogo } from '#functions/auth/client/render-client.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderLinkButton } from '#shared/pages/form.ts';
import { logoTexts } from './logo.texts.ts';
import { toLogoUrl } from './portal-url.ts';

/** The pictures of an application. */
export interface LogoPictures {
  client: Client;
  /** The logo that people see, or would see after the approval. */
  logo?: Logo | undefined;
  /** The logo of an approved application that waits for the operator. */
  proposedLogo?: Logo | undefined;
}

/** Renders the logo of an application, and the link to the page that changes it. */
export function renderLogoSection(section: LogoPictures, account: AccountContext): Html {
  const labels = logoTexts[account.language];
  const url = toLogoUrl(account.pages, section.client.client_id);
  const link = renderLinkButton({ label: labels.change, url, kind: 'secondary' });
  return html`<h2>${labels.title}</h2>
${renderPictures(section, account)}<p>${link}</p>
`;
}

/** The largest width and height of a logo on the page, in pixels. */
const shownSide = 64;

/** Renders the logo that people see, and the one that waits for the operator. */
export function renderPictures(
  { logo, proposedLogo }: LogoPictures,
  { language }: AccountContext,
): Html {
  const labels = logoTexts[language];
  return html`${logo && renderPicture(logo, labels.current)}${
    proposedLogo && renderPicture(proposedLogo, labels.proposed)
  }`;
}

function renderPicture(logo: Logo, caption: string): Html {
  return html`<p>${renderClientLogo(logo, shownSide)}</p>
<p>${caption}</p>
`;
}
