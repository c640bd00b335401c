import type { Client } from '#functions/auth/client/client.ts';
import type { ServiceIdentity } from '#shared/contract/resources.ts';
import { html } from '#shared/html/html.ts';
import { renderLinkButton } from '#shared/pages/form.ts';
import type { Language } from '#shared/pages/language.ts';
import { renderPage } from '#shared/pages/layout.ts';
import { logoutTexts } from './logout.texts.ts';

interface SignedOutPageProps {
  language: Language;
  service: ServiceIdentity;
}

/** Renders the page of a person who is signed out, with a link to where the client wants them. */
export function renderSignedOutPage(
  { name }: Client,
  target: string,
  { language, service }: SignedOutPageProps,
): string {
  const { signedOut: labels } = logoutTexts[language];
  const { protocol, host } = new URL(target);
  return renderPage({
    title: labels.title,
    language,
    shell: { service },
    body: html`<h1>${labels.title}</h1>
<p>${labels.destination(name)}</p>
${renderLinkButton({ label: labels.continue(host || protocol), url: target, kind: 'secondary' })}`,
  });
}
