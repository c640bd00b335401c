/** The index page. The build inserts it (lib/build/documentation.ts). */
declare const DOCUMENTATION_INDEX: string;
/** The pages by resource. The build inserts them too. */
declare const DOCUMENTATION_PAGES: Readonly<Record<string, string>>;

/** Returns the index page, with its placeholders. */
export function getIndexPage(): string {
  return DOCUMENTATION_INDEX;
}

/** Returns the page of a resource, with its placeholders, or undefined if there is none. */
export function findPage(resource: string): string | undefined {
  return Object.hasOwn(DOCUMENTATION_PAGES, resource)
    ? DOCUMENTATION_PAGES[resource]
    : undefined;
}
