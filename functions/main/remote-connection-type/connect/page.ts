import type { RemoteConnectionType } from '../../../../shared/catalogue/remote-connection-types.ts';
import { html } from '../../../../shared/pages/html.ts';
import { layout } from '../../../../shared/pages/layout.ts';

type Connection = RemoteConnectionType['connection'];

const unregistered = (name: string) =>
  `This installation is not registered with ${name}: its operator has configured no client credentials for it.`;

/** Why an account cannot be connected here, in one sentence. */
const reasons: Record<Connection, (name: string) => string> = {
  oauth2: unregistered,
  oauth1: unregistered,
  phone: (name) => `${name} has no account to sign in to: an application on the phone sends what it records.`,
  api_key: (name) =>
    `${name} is connected by a key of the account, and this installation accepts no such keys.`,
  none: (name) => `${name} offers no interface by which an account could be connected.`,
};

/** The page on which a browser arrives that wants to connect an account of this type. */
export function connectPage({ name, connection, retired }: RemoteConnectionType): string {
  const title = `${name} cannot be connected here`;
  const reason =
    retired && connection !== 'none'
      ? `${name} accepts no new connections any more.`
      : reasons[connection](name);
  return layout({
    title,
    body: html`<h1>${title}</h1>\n<p>${reason}</p>\n<p class="quiet">Nothing was changed. You can close this page.</p>`,
  });
}
