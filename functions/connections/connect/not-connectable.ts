import { html } from '#shared/html/html.ts';
import type { Texts } from '#shared/pages/languages/languages.ts';
import { renderPage } from '#shared/pages/layout.ts';

/** Why an account at a provider cannot be connected. */
export type NotConnectableReason = keyof Texts['notConnectable']['reasons'];

/** Renders the page that says why an account at a provider cannot be connected. */
export function renderNotConnectable(
  provider: string,
  reason: NotConnectableReason,
  { notConnectable: labels, tag: language }: Texts,
): string {
  const title = labels.title(provider);
  return renderPage({
    title,
    language,
    body: html`<h1>${title}</h1>
<p>${labels.reasons[reason](provider)}</p>
<p class="muted">${labels.unchanged}</p>`,
  });
}
