/**
 * A place in a page that is made when the service is built, for what only the running service knows: its addresses and
 * the version of the request.
 */
export function placeholder(name: string): string {
  return `{{${name}}}`;
}

/** Fills the placeholders of a page. A placeholder without a value stays as it is. */
export function fillPlaceholders(page: string, values: Readonly<Record<string, string>>): string {
  return page.replace(/\{\{(\w+)\}\}/g, (whole, name) => values[name] ?? whole);
}
