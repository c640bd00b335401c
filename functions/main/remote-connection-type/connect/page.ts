import { html } from '#shared/html/html.ts';
import type { Texts } from '#shared/pages/languages/languages.ts';
import { renderPage } from '#shared/pages/layout.ts';
import type { RemoteConnectionType } from '#shared/reference-data/remote-connection-types.ts';

type Reason = keyof Texts['connect']['reasons'];

/** Why an account cannot be connected here, by how it would be. */
const reasons: Record<RemoteConnectionType['connection'], Reason> = {
  oauth2: 'unregistered',
  oauth1: 'unregistered',
  phone: 'phone',
  api_key: 'api_key',
  none: 'none',
};

/** The page on which a browser arrives that wants to connect an account of this type. */
export function renderConnectPage(
  { name, connection, retired }: RemoteConnectionType,
  texts: Texts,
): string {
  const { connect: words, tag: language } = texts;
  const title = words.title(name);
  const reason = retired && connection !== 'none' ? 'retired' : reasons[connection];
  return renderPage({
    title,
    language,
    body: html`<h1>${title}</h1>\n<p>${words.reasons[reason](name)}</p>\n<p class="quiet">${words.unchanged}</p>`,
  });
}
