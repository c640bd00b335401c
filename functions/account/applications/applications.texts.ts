import { html, strong } from '#shared/html/html.ts';
import de from './applications.texts.de.ts';

const en = {
  title: 'Applications with access',
  lead: 'You have allowed these applications to use your data.',
  empty: {
    title: 'No application has access',
    text:
      'When you allow an application to use your data, you see here what it may do, and you can ' +
      'revoke its access at any time.',
  },
  /** Before a list of permissions. */
  can: 'It can:',
  fullAccess: 'Full access',
  /** An application that uses the tools for assistants. */
  assistant: 'Assistant',
  canEverything: html`It can do ${strong('everything')} that applications can do:`,
  accessSince: 'Access since',
  lastUsed: 'Last used',
  neverUsed: 'Never',
  revocation: 'Revoke access',
  revocationHint:
    'It can no longer use your data, within a minute at the latest. It keeps what it has already ' +
    'copied. To use it again, you have to allow it again.',
  revoke: 'Revoke now',
  /** Contains the text of the button, as speech control requires (WCAG 2.5.3). */
  revokeLabel: (application: string) => `Revoke now the access of ${application}`,
  ownScripts: 'Scripts of your own use tokens that you create:',
  saveProviders: 'Save',
  saveProvidersLabel: (application: string) => `Save what ${application} sees`,
  notices: {
    access_removed: 'Access revoked. This takes effect within a minute.',
    providers_chosen: 'Saved. This takes effect within a minute.',
  },
};

/** The texts of the page of the applications with access. */
export const applicationsTexts = { en, de };
export type ApplicationsTexts = typeof en;

export type ApplicationsNotice = keyof typeof en.notices;
