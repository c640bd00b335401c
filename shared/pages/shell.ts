import type { ServiceIdentity } from '../contract/resources.ts';
import { type Html, html } from '../html/html.ts';
import type { Language } from './language.ts';
import { shellTexts } from './shell.texts.ts';

export interface NavigationLink {
  label: string;
  url: string;
  /** Whether the open page is, or belongs to, the one that the link leads to. */
  isCurrent?: boolean;
}

/** The header of a signed-in person. */
export interface AccountNavigation {
  /** The person's name, which opens the menu. */
  name: string;
  sections: readonly NavigationLink[];
  menu: readonly NavigationLink[];
  signOut: { url: string; form_token: string };
}

/** The frame of the content of a page. */
export interface Shell {
  /** Without a name or a logo, those of the software are shown. */
  service?: ServiceIdentity | undefined;
  /** The page to which the name of the service leads. Without it, the name is no link. */
  homeUrl?: string | undefined;
  /** Absent on pages without a session. */
  account?: AccountNavigation | undefined;
  /** Links that show the page in other languages, or lead to the setting of the language. */
  languages?: readonly (NavigationLink & { language: Language })[] | undefined;
}

/** A shell whose service has a name. */
export type NamedShell = Shell & { service: ServiceIdentity & { name: string } };

/** The mark of the software: a pulse. */
const mark = html`<svg viewBox="0 0 24 24" aria-hidden="true"><path
d="M1 13h5l3-8 5 15 3-7h6" fill="none" stroke="currentColor" stroke-width="2.5"
stroke-linejoin="round"/></svg>`;

/** Renders the logo and the name of the service, which are a link if there is a start page. */
export function renderBrand(
  { name, logo }: NamedShell['service'],
  homeUrl?: string,
): Html {
  const image = logo === undefined ? mark : html`<img src="${logo}" alt="">`;
  const brand = html`${image}<span>${name}</span>`;
  if (homeUrl === undefined) return html`<span class="brand">${brand}</span>`;
  return html`<a class="brand" href="${homeUrl}">${brand}</a>`;
}

/** Renders the header: the service, the sections and the menu of the account. */
export function renderHeader(shell: NamedShell, language: Language): Html {
  const { service, homeUrl, account } = shell;
  return html`<header class="top">
<div>
${renderBrand(service, homeUrl)}
${account && renderSections(account, language)}${account && renderMenu(account, language)}</div>
</header>
`;
}

function renderSections({ sections }: AccountNavigation, language: Language): Html {
  return html`<nav class="sections" aria-label="${shellTexts[language].sections}">
${sections.map(renderNavigationLink)}</nav>
`;
}

function renderNavigationLink({ label, url, isCurrent = false }: NavigationLink): Html {
  const current = isCurrent && html` aria-current="page"`;
  return html`<a href="${url}"${current}>${label}</a>\n`;
}

function renderMenu(
  { name, menu, signOut }: AccountNavigation,
  language: Language,
): Html {
  return html`<details class="menu">
<summary>${name}</summary>
<div>
${menu.map(renderNavigationLink)}<form method="post" action="${signOut.url}">
<input type="hidden" name="form_token" value="${signOut.form_token}">
<button>${shellTexts[language].signOut}</button>
</form>
</div>
</details>
`;
}

/** Renders the footer: what the operator has to say, and the languages. */
export function renderFooter(shell: NamedShell, language: Language): Html {
  const { service, languages = [] } = shell;
  const labels = shellTexts[language];
  const links = [
    { label: labels.privacy, url: service.privacy_url },
    { label: labels.terms, url: service.terms_url },
    { label: labels.contact, url: service.contact_url },
  ];
  const operatorLinks = links.map(
    ({ label, url }) => url !== undefined && html`<a href="${url}">${label}</a>\n`,
  );
  const languageLinks = languages.map(
    (link) => html`<a href="${link.url}" lang="${link.language}"
hreflang="${link.language}">${link.label}</a>\n`,
  );
  return html`<footer>
<div>
<span>${service.name}</span>
${operatorLinks.filter((link) => link !== false)}${languageLinks}</div>
</footer>
`;
}
