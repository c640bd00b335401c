import * as z from 'zod/mini';
import { renderAccountPage } from '#functions/account/account.page.ts';
import type { AccountContext } from '#functions/account/account-handler.ts';
import { FormField } from '#functions/auth/browser/form.ts';
import type { MultipartDeclaration } from '#shared/contract/endpoint.ts';
import { type Html, html } from '#shared/html/html.ts';
import {
  renderActions,
  renderButton,
  renderField,
  renderForm,
} from '#shared/pages/form.ts';
import { logoTexts } from '../logo.texts.ts';
import { type LogoPictures, renderPictures } from '../logo-section.ts';
import { toApplicationUrl, toLogoUrl } from '../portal-url.ts';

/** The actions of the forms about the logo of an application. */
const logoActions = ['set', 'delete'] as const;
export type LogoAction = (typeof logoActions)[number];

/** A larger file is refused without the page. */
const maxUploadBytes = 4 * 2 ** 20;

/** The parts of the forms about the logo of an application. */
export const LogoForm = {
  form_token: { text: FormField },
  action: { text: z.enum(logoActions) },
  id: { text: FormField },
  logo: {
    // The page says itself that a file is too large for a logo.
    files: { maxBytes: maxUploadBytes, maxCount: 1, isOptional: true },
    description: 'The logo of the application.',
  },
} satisfies MultipartDeclaration;

interface LogoPageProps extends LogoPictures {
  /** The problem of the file that was sent. */
  problem?: string | undefined;
}

/** Renders the page with which the owner of an application replaces and deletes its logo. */
export function renderLogoPage(props: LogoPageProps, account: AccountContext): string {
  const { client, logo, proposedLogo, problem } = props;
  const labels = logoTexts[account.language];
  const backUrl = toApplicationUrl(account.pages, client.client_id);
  return renderAccountPage(account, {
    title: labels.title,
    lead: client.approval === undefined ? labels.hint : labels.hintOfPending,
    problem: problem && labels.unchanged,
    body: html`${renderPictures(props, account)}${renderReplacement(props, account)}${
      (logo || proposedLogo) && renderDeletion(props, account)
    }<p><a href="${backUrl}">${labels.back(client.name)}</a></p>
`,
  });
}

function renderReplacement(
  { client, problem }: LogoPageProps,
  account: AccountContext,
): Html {
  const labels = logoTexts[account.language];
  const file = renderField({
    id: 'logo',
    label: labels.file,
    hint: labels.fileHint,
    problem,
    type: 'file',
    attributes: { accept: 'image/png,image/jpeg,image/webp,image/gif', required: true },
  });
  return renderLogoForm(client, account, {
    action: 'set',
    hasProblems: problem !== undefined,
    body: html`${file}${renderActions([renderButton({ label: labels.save })])}`,
  });
}

function renderDeletion({ client }: LogoPageProps, account: AccountContext): Html {
  const labels = logoTexts[account.language];
  const body = renderButton({ label: labels.delete, kind: 'danger' });
  return renderLogoForm(client, account, { action: 'delete', body });
}

interface OwnLogoForm {
  action: LogoAction;
  hasProblems?: boolean;
  body: Html;
}

function renderLogoForm(
  { client_id: id }: LogoPageProps['client'],
  { form_token, pages }: AccountContext,
  { action, ...form }: OwnLogoForm,
): Html {
  return renderForm({
    form_token,
    action: toLogoUrl(pages, id),
    hidden: { id, action },
    hasFiles: true,
    ...form,
  });
}
