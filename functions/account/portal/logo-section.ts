import type { AccountContext } from '#functions/account/account-handler.ts';
import type { Client } from '#functions/auth/client/client.ts';
import type { Logo } from '#functions/auth/client/logo.ts';
import { renderClientLogo } from '#functions/auth/client/render-client.ts';
import { type Html, html } from '#shared/html/html.ts';
import {
  renderActions,
  renderButton,
  renderDisclosure,
  renderField,
} from '#shared/pages/form.ts';
import { renderActionForm } from './action-form.ts';
import { portalTexts } from './portal.texts.ts';

interface LogoSection {
  client: Client;
  /** The logo that people see, or would see after the approval. */
  logo?: Logo | undefined;
  /** The logo of an approved application that waits for the operator. */
  proposedLogo?: Logo | undefined;
  /** What is wrong with the file that was sent. */
  logoProblem?: string | undefined;
}

/** The largest width and height of a logo on the page, in pixels. */
const shownSide = 64;

/** Renders the logo of an application, and the forms that replace and delete it. */
export function renderLogoSection(section: LogoSection, account: AccountContext): Html {
  const { client, logo, proposedLogo, logoProblem } = section;
  const labels = portalTexts[account.language].logo;
  const id = client.client_id;
  const hint = client.approval === undefined ? labels.hint : labels.hintOfPending;
  const file = renderField({
    id: 'logo',
    label: labels.file,
    hint: labels.fileHint,
    problem: logoProblem,
    type: 'file',
    attributes: { accept: 'image/png,image/jpeg,image/webp,image/gif', required: true },
  });
  const replacement = renderActionForm(account, {
    id,
    action: 'set_logo',
    hasProblems: logoProblem !== undefined,
    body: html`${file}${renderActions([renderButton({ label: labels.save })])}`,
  });
  return renderDisclosure({
    summary: labels.title,
    isOpen: logoProblem !== undefined,
    body: html`<p class="muted">${hint}</p>
${logo && renderPicture(logo, labels.current)}${
  proposedLogo && renderPicture(proposedLogo, labels.proposed)
}${replacement}${(logo || proposedLogo) && renderLogoDeletion(id, account)}`,
  });
}

function renderPicture(logo: Logo, caption: string): Html {
  return html`<p>${renderClientLogo(logo, shownSide)}</p>
<p>${caption}</p>
`;
}

function renderLogoDeletion(id: string, account: AccountContext): Html {
  const labels = portalTexts[account.language].logo;
  const button = renderButton({ label: labels.delete, kind: 'danger' });
  return renderActionForm(account, { id, action: 'delete_logo', body: button });
}
