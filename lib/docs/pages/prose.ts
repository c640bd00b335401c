import { type Html, html } from '#shared/html/html.ts';

/** A sentence of an endpoint value or a schema; what stands between backticks is code. */
export function prose(text: string): Html {
  const parts = text
    .split('`')
    .map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
  return html`${parts}`;
}
