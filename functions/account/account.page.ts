import { findNoticeText } from '#functions/auth/browser/notice.ts';
import type { AccountPage } from '#functions/auth/browser/page-urls.ts';
import { type Html, html } from '#shared/html/html.ts';
import { type PageWidth, renderPage } from '#shared/pages/layout.ts';
import { renderAlert, renderStatus } from '#shared/pages/notice.ts';
import type { Shell } from '#shared/pages/shell.ts';
import { accountTexts } from './account.texts.ts';
import type { AccountContext } from './account-context.ts';

/** The sections of the header, each with the pages that belong to it. The first one is linked. */
const sections = {
  data: ['data', 'day', 'entry', 'imports', 'import'],
  devices: ['devices'],
  connections: ['connections'],
  privacy: ['privacy', 'applications', 'export', 'deletion'],
  security: ['security', 'password', 'tokens', 'portal', 'webhook'],
} as const satisfies Record<string, readonly [AccountPage, ...AccountPage[]]>;
type AccountSection = keyof typeof sections;

/** The pages that are linked above their titles, by section. */
const tabs = {
  privacy: sections.privacy,
  security: ['security', 'password', 'tokens'],
} as const satisfies Partial<Record<AccountSection, readonly AccountPage[]>>;
const tabbedSections = ['privacy', 'security'] as const;

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
  'language' | 'service' | 'pages' | 'notice' | 'page' | 'profile' | 'sign_out_token'
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
function renderTabs({ language, pages, page }: ShownAccount): Html | undefined {
  const name = tabbedSections.find((section) => isMember(section, page));
  if (!name) return undefined;
  const labels = accountTexts[language];
  const links = tabs[name].map((member) => {
    const current = member === page && html` aria-current="page"`;
    return html`<a href="${pages.account(member)}"${current}>${labels.tabs[member]}</a>\n`;
  });
  return html`<nav class="tabs" aria-label="${labels.sections[name]}">
${links}</nav>
`;
}

function isMember(section: AccountSection, page: AccountPage): boolean {
  const members: readonly AccountPage[] = sections[section];
  return members.includes(page);
}

/** Returns the shell of a page of the account: its sections, and the menu of the person. */
function toShell({
  language,
  service,
  pages,
  page,
  profile,
  sign_out_token,
}: ShownAccount): Shell {
  const labels = accountTexts[language];
  const names = Object.keys(sections) as AccountSection[];
  return {
    service,
    homeUrl: pages.account('account'),
    account: {
      name: profile.display_name,
      sections: names.map((name) => {
        const [first] = sections[name];
        const isCurrent = isMember(name, page);
        return { label: labels.sections[name], url: pages.account(first), isCurrent };
      }),
      menu: menuPages.map((menuPage) => ({
        label: menuPage === 'account' ? labels.title : labels[menuPage],
        url: pages.account(menuPage),
        isCurrent: menuPage === page,
      })),
      signOut: { url: pages.signOut, form_token: sign_out_token },
    },
  };
}
