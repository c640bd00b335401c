import { importsPage } from '#functions/account/imports/imports-page.ts';
import type { PageLink } from '#functions/account/screen-endpoints.ts';
import { languages } from '#shared/pages/language.ts';
import { discoverDefinitions } from '../endpoints.ts';

/** A page of the account, with its path below the version. */
interface AccountPageEntry {
  page: string;
  path: string;
  link?: PageLink | undefined;
}

/**
 * Generates what some functions know of all pages of the account: their paths, to which the sign-in
 * can continue, and the links of the start page. A bundle with all screens would have their code.
 */
export async function generateAccountPages() {
  const pages = await listPages();
  pages.sort((one, other) => (one.page < other.page ? -1 : 1));
  const paths = pages.map(({ page, path }) => ({
    [page]: path.slice('/oauth2/'.length),
  }));
  return [
    toFile('functions/auth/browser/account-pages.json', paths),
    toFile('functions/account/overview/page-links.json', listLinks(pages)),
  ];
}

async function listPages(): Promise<AccountPageEntry[]> {
  const { screens } = await discoverDefinitions();
  const pages = screens.map(({ screen: { page, link, endpoints } }) => ({
    page,
    link,
    path: endpoints.show.path,
  }));
  return [...pages, { ...importsPage, path: '/oauth2/account/imports/' }];
}

function listLinks(pages: readonly AccountPageEntry[]) {
  const linked = pages.flatMap(({ page, link }) => (link ? [{ page, ...link }] : []));
  linked.sort((one, other) => (one.position ?? 0) - (other.position ?? 0));
  return linked.map(({ page, texts }) => {
    const titles = languages.map((language) => [language, texts[language].title]);
    return { [page]: Object.fromEntries(titles) };
  });
}

function toFile(path: string, members: readonly object[]) {
  const content = JSON.stringify(Object.assign({}, ...members), null, 2);
  return { path, content: `${content}\n` };
}
