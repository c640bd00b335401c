/** The page that leads to the others; the build puts it in place (lib/build/documentation.ts). */
declare const DOCUMENTATION_INDEX: string;
/** The page of each resource, likewise. */
declare const DOCUMENTATION_PAGES: Readonly<Record<string, string>>;

/** The page that leads to those of all resources, with its slots. */
export function getIndexPage(): string {
  return DOCUMENTATION_INDEX;
}

/** The page of a resource, with its slots; undefined where there is no such resource. */
export function findPage(resource: string): string | undefined {
  return Object.hasOwn(DOCUMENTATION_PAGES, resource) ? DOCUMENTATION_PAGES[resource] : undefined;
}
