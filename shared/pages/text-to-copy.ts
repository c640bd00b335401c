import { type Html, html } from '../html/html.ts';

/** Renders a text that people copy: one click selects all of it, and long lines wrap. */
export function renderTextToCopy(text: string): Html {
  return html`<pre class="copy"><code>${text}</code></pre>\n`;
}
