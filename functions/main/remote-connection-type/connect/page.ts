import { html } from '#shared/html/html.ts';
import type { Texts } from '#shared/pages/languages/languages.ts';
import { renderPage } from '#shared/pages/layout.ts';
import type { RemoteConnectionType } from '#shared/reference-data/remote-connection-types.ts';

type Reason = keyof Texts['connect']['reasons'];

/** Why an account cannot be connected, by the way in which it would be. */
const reasons: Readonly<Record<RemoteConnectionType['connection'], Reason>> = {
  oauth2: 'unregistered',
  oauth1: 'unregistered',
  phone: 'phone',
  api_key: 'api_key',
  none: 'none',
};

function getReason({ connection, retired }: RemoteConnectionType): Reason {
  return retired && connection !== 'none' ? 'retired' : reasons[connection];
}

/** Renders the page that says why an account of this type cannot be connected. */
export function renderConnectPage(type: RemoteConnectionType, texts: Texts): string {
  const { connect: labels, tag: language } = texts;
  const title = labels.title(type.name);
  const message = labels.reasons[getReason(type)](type.name);
  return renderPage({
    title,
    language,
    body: html`<h1>${title}</h1>
<p>${message}</p>
<p class="muted">${labels.unchanged}</p>`,
  });
}
