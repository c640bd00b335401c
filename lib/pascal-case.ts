/**
 * Converts words to PascalCase: `data_source`, `data-source` and `data/source` become `DataSource`.
 */
export function toPascalCase(words: string): string {
  return words
    .split(/[^a-zA-Z0-9]+/)
    .map(capitalize)
    .join('');
}

/** Returns a text with a capital at its start. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
