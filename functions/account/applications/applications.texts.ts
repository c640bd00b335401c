const en = {
  title: 'Applications with access',
  intro: 'These applications can access your fitness data.',
  empty: 'No applications can access your fitness data.',
  accessSince: 'Access since',
  lastUsed: 'Last used',
  neverUsed: 'Never',
  revoke: 'Revoke access',
  /** Contains the text of the button, as speech control requires (WCAG 2.5.3). */
  revokeLabel: (application: string) => `Revoke access for ${application}`,
  notices: { access_removed: 'Access revoked. This takes effect within a minute.' },
};

const de: typeof en = {
  title: 'Anwendungen mit Zugriff',
  intro: 'Diese Anwendungen können auf Ihre Fitnessdaten zugreifen.',
  empty: 'Keine Anwendung kann auf Ihre Fitnessdaten zugreifen.',
  accessSince: 'Zugriff seit',
  lastUsed: 'Zuletzt verwendet',
  neverUsed: 'Noch nie',
  revoke: 'Zugriff widerrufen',
  revokeLabel: (application) => `Zugriff widerrufen: ${application}`,
  notices: {
    access_removed:
      'Der Zugriff wurde widerrufen. Dies wird innerhalb einer Minute wirksam.',
  },
};

/** The texts of the page of the applications with access. */
export const applicationsTexts = { en, de };
export type ApplicationsNotice = keyof typeof en.notices;
