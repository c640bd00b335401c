/**
 * Returns a placeholder for a value that only the running service knows, such as its address. Pages
 * that are rendered at build time contain placeholders.
 */
export function placeholder(name: string): string {
  return `{{${name}}}`;
}

/** Fills the placeholders of a page. A placeholder without a value stays as it is. */
export function fillPlaceholders(
  page: string,
  values: Readonly<Record<string, string>>,
): string {
  return page.replace(/\{\{(\w+)\}\}/g, (whole, name) => values[name] ?? whole);
}
