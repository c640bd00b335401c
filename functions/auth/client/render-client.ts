import { type Html, html } from '#shared/html/html.ts';
import type { Client } from './client.ts';

/** Renders the links to the pages of a client, if it has some. Each opens a new tab. */
export function renderClientLinks(
  { client_uri, policy_uri }: Pick<Client, 'client_uri' | 'policy_uri'>,
  labels: { privacyPolicy: string },
): Html | undefined {
  const site = client_uri && renderLink(client_uri, new URL(client_uri).host);
  const policy = policy_uri && renderLink(policy_uri, labels.privacyPolicy);
  if (site && policy) return html`${site} · ${policy}`;
  return site || policy || undefined;
}

function renderLink(url: string, text: string): Html {
  return html`<a href="${url}" target="_blank" rel="noopener noreferrer">${text}</a>`;
}
