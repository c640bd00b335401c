/** Text that is HTML already, and is not escaped again. */
export interface Html {
  readonly html: string;
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeText = (text: string) =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? '');

type Value = Html | string | number | undefined | false | readonly Html[];

function render(value: Value): string {
  if (value === undefined || value === false) return '';
  if (typeof value === 'string' || typeof value === 'number') return escapeText(String(value));
  return 'html' in value ? value.html : value.map(({ html }) => html).join('');
}

/** Builds HTML; every interpolated text is escaped, so that nothing a caller sent can become markup. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return { html: parts.reduce((text, part, i) => text + render(values[i - 1]) + part) };
}
