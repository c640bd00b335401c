import { type Html, html } from '#shared/html/html.ts';

/** Renders a text with code between backticks. */
export function renderProse(text: string): Html {
  const parts = text.split('`');
  const rendered = parts.map((part, i) =>
    i % 2 === 1 ? html`<code>${part}</code>` : html`${part}`,
  );
  return html`${rendered}`;
}
