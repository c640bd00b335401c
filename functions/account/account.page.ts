import { findNoticeText } from '#functions/auth/browser/notice.ts';
import type { AccountPage } from '#functions/auth/browser/page-urls.ts';
import { type Html, html } from '#shared/html/html.ts';
import { type PageWidth, renderPage } from '#shared/pages/layout.ts';
import { renderAlert, renderStatus } from '#shared/pages/notice.ts';
import type { Shell } from '#shared/pages/shell.ts';
import { accountTexts } from './account.texts.ts';
import type { AccountContext } from './account-context.ts';

/** The sections of the header. Each leads to the page of its name. */
const sections = ['data', 'devices', 'connections', 'privacy', 'security'] as const;
export type AccountSection = (typeof sections)[number];

/** The pages that are linked above the titles of a section. */
export const sectionTabs = {
  privacy: ['privacy', 'applications', 'export', 'deletion'],
  security: ['security', 'password', 'tokens', 'portal'],
} as const satisfies Partial<Record<AccountSection, readonly AccountPage[]>>;

const menuPages = ['account', 'settings', 'applications', 'imports', 'export'] as const;

interface AccountPageContent {
  title: string;
  /** A sentence under the title. */
  lead?: string | undefined;
  /** The texts with which the page can confirm a change, by the name of the notice. */
  notices?: Readonly<Record<string, string>>;
  /** The texts with which the page can say that a change was refused, by the name of the notice. */
  refusals?: Readonly<Record<string, string>>;
  /** Why a form failed. */
  problem?: string | undefined;
  /** Defaults to `text`. */
  width?: PageWidth;
  body: Html;
}

type ShownAccount = Pick<
  AccountContext,
  | 'language'
  | 'service'
  | 'pages'
  | 'notice'
  | 'page'
  | 'section'
  | 'profile'
  | 'sign_out_token'
>;

/** Renders a page of the account: the shell, the title, what a form has done, and the content. */
export function renderAccountPage(
  account: ShownAccount,
  {
    title,
    lead,
    notices = {},
    refusals = {},
    width = 'text',
    ...content
  }: AccountPageContent,
): string {
  const { language, notice } = account;
  const confirmation = findNoticeText(notices, notice);
  const { body, problem = findNoticeText(refusals, notice) } = content;
  return renderPage({
    title,
    language,
    shell: toShell(account),
    hasProblem: problem !== undefined,
    width,
    body: html`${renderTabs(account)}<h1>${title}</h1>
${lead !== undefined && html`<p class="lead">${lead}</p>\n`}${
  confirmation && renderStatus(confirmation)
}${problem && renderAlert(problem)}${body}`,
  });
}

/** Renders the links between the pages of a section. Most sections have none. */
function renderTabs({ language, pages, page, section }: ShownAccount): Html | undefined {
  if (section !== 'privacy' && section !== 'security') return undefined;
  const labels = accountTexts[language];
  const links = sectionTabs[section].map((member) => {
    const current = member === page && html` aria-current="page"`;
    return html`<a href="${pages.account(member)}"${current}>${labels.tabs[member]}</a>\n`;
  });
  return html`<nav class="tabs" aria-label="${labels.sections[section]}">
${links}</nav>
`;
}

/** Returns the shell of a page of the account: its sections, and the menu of the person. */
function toShell({
  language,
  service,
  pages,
  page,
  section,
  profile,
  sign_out_token,
}: ShownAccount): Shell {
  const labels = accountTexts[language];
  return {
    service,
    homeUrl: pages.account('account'),
    account: {
      name: profile.display_name,
      sections: sections.map((name) => ({
        label: labels.sections[name],
        url: pages.account(name),
        isCurrent: name === section,
      })),
      menu: menuPages.map((menuPage) => ({
        label: menuPage === 'account' ? labels.title : labels[menuPage],
        url: pages.account(menuPage),
        isCurrent: menuPage === page,
      })),
      signOut: { url: pages.signOut, form_token: sign_out_token },
    },
  };
}
