import type { ServiceIdentity } from '#shared/contract/resources.ts';
import { html } from '#shared/html/html.ts';
import type { Language } from '#shared/pages/language.ts';
import { renderPage } from '#shared/pages/layout.ts';
import { type ConnectTexts, connectTexts } from './connect.texts.ts';

/** Why an account at a provider cannot be connected. */
export type NotConnectableReason = keyof ConnectTexts['notConnectable']['reasons'];

/** The language of the page, and what the operator says about the service. */
interface NotConnectableReader {
  language: Language;
  service: ServiceIdentity;
}

/** Renders the page that says why an account at a provider cannot be connected. */
export function renderNotConnectable(
  provider: string,
  reason: NotConnectableReason,
  { language, service }: NotConnectableReader,
): string {
  const { notConnectable: labels } = connectTexts[language];
  const title = labels.title(provider);
  return renderPage({
    title,
    language,
    shell: { service },
    body: html`<h1>${title}</h1>
<p>${labels.reasons[reason](provider)}</p>
<p class="muted">${labels.unchanged}</p>`,
  });
}
