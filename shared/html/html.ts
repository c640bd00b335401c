/** Markup that is not escaped again. */
export interface Html {
  readonly html: string;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

type Interpolated = Html | string | number | undefined | false | readonly Html[];

function renderValue(value: Interpolated): string {
  if (value === undefined || value === false) return '';
  if (typeof value === 'string') return escapeText(value);
  if (typeof value === 'number') return String(value);
  if ('html' in value) return value.html;
  return value.map(({ html }) => html).join('');
}

/**
 * Template tag for markup. Every interpolated text is escaped, so user input cannot become markup
 * (no XSS).
 */
export function html(
  parts: TemplateStringsArray,
  ...values: readonly Interpolated[]
): Html {
  // Starts with the first part. Each value is before the next part.
  const markup = parts.reduce(
    (text, part, i) => text + renderValue(values[i - 1]) + part,
  );
  return { html: markup };
}

/** Returns a text in bold. */
export function strong(text: string): Html {
  return html`<strong>${text}</strong>`;
}
