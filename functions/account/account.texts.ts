import de from './account.texts.de.ts';

const en = {
  sections: {
    data: 'Data',
    devices: 'Devices',
    connections: 'Services',
    privacy: 'Privacy',
    security: 'Security',
  },
  tabs: {
    privacy: 'Privacy',
    applications: 'Applications',
    export: 'Export data',
    deletion: 'Delete account',
    security: 'Sign-in',
    password: 'Password',
    tokens: 'Access tokens',
    portal: 'Your applications',
  },
  title: 'Your account',
  data: 'My data',
  applications: 'Applications with access',
  imports: 'Import files',
  export: 'Export my data',
  settings: 'Settings',
  tokens: 'Access tokens',
  pages: 'Pages',
};

/** The names of the sections and pages of the account, and of what several pages have. */
export const accountTexts = { en, de };
export type AccountTexts = typeof en;
