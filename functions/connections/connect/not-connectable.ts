import { html } from '#shared/html/html.ts';
import { renderPage } from '#shared/pages/layout.ts';
import { type ConnectTexts, connectTexts } from './connect.texts.ts';
import type { ConnectContext } from './connect-context.ts';

/** Why an account at a provider cannot be connected. */
export type NotConnectableReason = keyof ConnectTexts['notConnectable']['reasons'];

/** Renders the page that says why an account at a provider cannot be connected. */
export function renderNotConnectable(
  provider: string,
  reason: NotConnectableReason,
  { language, service }: Pick<ConnectContext, 'language' | 'service'>,
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
