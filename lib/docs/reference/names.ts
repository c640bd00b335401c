/**
 * Converts words to PascalCase: `data_source`, `data-source` and `data/source` become `DataSource`.
 */
export function toPascalCase(words: string): string {
  return words
    .split(/[^a-zA-Z0-9]+/)
    .map(capitalize)
    .join('');
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
