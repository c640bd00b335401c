import { placeholder } from '#shared/pages/placeholders.ts';

/** The URL of the documentation under the version of the request. */
const base = `${placeholder('main')}/${placeholder('version')}/docs/`;

/** Returns the absolute URL of a page of the documentation. `index` is its start. */
export function getPageUrl(name: string): string {
  return name === 'index' ? base : `${base}${name}/`;
}
