import { html, strong } from '#shared/html/html.ts';

const en = {
  title: 'Sign out?',
  question: (application: string) =>
    html`${strong(application)} asks whether you want to sign out here, too.`,
  questionOfNobody: html`Do you want to sign out here?`,
  signedInAs: (name: string) => html`Signed in as ${strong(name)}.`,
  submit: 'Sign out',
  stay: 'Stay signed in',
  signedOut: {
    title: 'You have signed out',
    destination: (application: string) =>
      html`${strong(application)} wants you to continue at another site. The operator of this
service has not approved this application.`,
    continue: (host: string) => `Continue to ${host}`,
  },
};

const de: typeof en = {
  title: 'Abmelden?',
  question: (application) =>
    html`${strong(application)} fragt, ob Sie sich auch hier abmelden möchten.`,
  questionOfNobody: html`Möchten Sie sich hier abmelden?`,
  signedInAs: (name) => html`Angemeldet als ${strong(name)}.`,
  submit: 'Abmelden',
  stay: 'Angemeldet bleiben',
  signedOut: {
    title: 'Sie haben sich abgemeldet',
    destination: (application) =>
      html`${strong(application)} möchte Sie auf eine andere Seite leiten. Der Betreiber dieses
Dienstes hat diese Anwendung nicht freigegeben.`,
    continue: (host) => `Weiter zu ${host}`,
  },
};

/** The texts of the page that asks whether the person wants to sign out. */
export const logoutTexts = { en, de };
