import { type Html, html } from '#shared/html/html.ts';

/** Renders a heading that is a link to itself, so that readers can copy its address. */
export function renderHeading(depth: number, id: string, content: Html): Html {
  const name = { html: `h${depth}` };
  if (depth === 1) return html`<${name} id="${id}">${content}</${name}>\n`;
  return html`<${name} id="${id}"><a href="#${id}">${content}</a></${name}>\n`;
}

export function renderCode(text: string): Html {
  return html`<code>${text}</code>`;
}

export function joinHtml(parts: readonly Html[], separator: string): Html {
  return { html: parts.map(({ html: part }) => part).join(separator) };
}

/** Renders code. A script adds a button that copies it. */
export function renderSample(code: string | Html, caption?: string): Html {
  const shown = caption !== undefined && html`<figcaption>${caption}</figcaption>\n`;
  return html`<figure>
${shown}<pre tabindex="0"><code>${code}</code></pre>
</figure>
`;
}

/**
 * Renders a table in a region that scrolls by itself if the table is wide. The region needs a name,
 * and the focus to scroll by keyboard.
 */
export function renderTableRegion(
  name: string,
  head: Html,
  body: Html | readonly Html[],
): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Table: ${name}">
<table>
<thead>
${head}</thead>
<tbody>
${body}</tbody>
</table>
</div>
`;
}
