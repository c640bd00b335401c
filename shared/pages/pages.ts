import type { ErrorCode } from '../errors/errors.ts';

/** How the pipeline makes pages. */
export interface Pages {
  /** Headers of a page whose handler states none. */
  headers(): Record<string, string>;
  /** The page that says what went wrong, in the language of the reader. */
  error(status: number, code: ErrorCode, acceptLanguage: readonly string[]): string;
}

let provided: Pages | undefined;

/**
 * Makes pages available to this function. The build puts `shared/pages/provide.ts`, which calls this, into the bundles
 * of those functions whose endpoints answer pages; all others carry no stylesheet and no language.
 */
export function providePages(pages: Pages): void {
  provided = pages;
}

/** How this function makes pages. Throws where it was built without them. */
export function pages(): Pages {
  if (!provided) throw new Error('This function was built without shared/pages/provide.ts.');
  return provided;
}
