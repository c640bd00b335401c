import { type Html, html } from '../../html/html.ts';

/** Returns a text in bold. */
export function strong(text: string): Html {
  return html`<strong>${text}</strong>`;
}
