import type { MainPaths, Requests } from './requests.ts';

interface Page {
  _embedded: Readonly<Record<string, readonly unknown[]>>;
  _links: { next?: readonly { href: string }[] };
}

/** The body of the response to a GET of a path, or never if it is not a page of a list. */
type PageAt<Path extends keyof MainPaths> = MainPaths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Body } } } };
}
  ? Body extends { total_count: number; _embedded: object }
    ? Body
    : never
  : never;

/** The paths of lists without an id in them, e.g. `/data_source/`. */
export type ListPath = Exclude<
  {
    [Path in keyof MainPaths]: PageAt<Path> extends never ? never : Path;
  }[keyof MainPaths],
  `${string}{${string}`
>;

/** The type of the items of the list at a path. */
export type ListItem<Path extends ListPath> =
  PageAt<Path>['_embedded'][keyof PageAt<Path>['_embedded']] extends readonly (infer Item)[]
    ? Item
    : never;

/** The query parameters of a list. */
export type ListQuery<Path extends ListPath> = MainPaths[Path] extends {
  get: { parameters: { query?: infer Query } };
}
  ? Query
  : never;

type Query = Readonly<Record<string, unknown>>;

/** Returns the query parameters of a link, whose `href` may have no host. */
function getQuery(href: string): Query {
  const { searchParams } = new URL(href, 'http://path.invalid');
  return Object.fromEntries(searchParams);
}

/** Iterates over the items on all pages of a list. Follows its `next` links. */
export async function* iterateList<Path extends ListPath>(
  requests: Requests<MainPaths>,
  path: Path,
  query: ListQuery<Path> | undefined,
): AsyncGenerator<ListItem<Path>, void, undefined> {
  // The types of `get` need a literal path. Here the path is a type parameter.
  const getPage = requests.get as unknown as (
    path: string,
    init: { params: { query: Query } },
  ) => Promise<Page>;

  let pageQuery: Query | undefined = { ...(query as Query | undefined) };
  while (pageQuery) {
    const page = await getPage(path, { params: { query: pageQuery } });
    const [items = []] = Object.values(page._embedded);
    yield* items as readonly ListItem<Path>[];
    const [link] = page._links.next ?? [];
    pageQuery = link && getQuery(link.href);
  }
}
