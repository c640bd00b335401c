import { type Html, html } from '#shared/html/html.ts';
import type { Client } from './client.ts';
import type { Logo } from './logo.ts';

/**
 * Renders a logo as a data URL, so the page loads nothing. `side` is its largest width and height
 * in pixels. A logo is decorative: `alt` is empty.
 */
export function renderClientLogo(
  { type, bytes, width, height }: Logo,
  side: number,
): Html {
  const scale = Math.min(1, side / Math.max(width, height));
  const source = `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
  return html`<img class="logo" src="${source}" alt=""
width="${Math.round(width * scale)}" height="${Math.round(height * scale)}">`;
}

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
