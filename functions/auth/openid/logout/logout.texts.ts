import { html, strong } from '#shared/html/html.ts';

const en = {
  title: 'Sign out?',
  question: (application: string) =>
    html`${strong(application)} asks whether you want to sign out here, too.`,
  questionOfNobody: html`Do you want to sign out here?`,
  signedInAs: (name: string) => html`Signed in as ${strong(name)}.`,
  submit: 'Sign out',
  stay: 'Stay signed in',
};

const de: typeof en = {
  title: 'Abmelden?',
  question: (application) =>
    html`${strong(application)} fragt, ob Sie sich auch hier abmelden möchten.`,
  questionOfNobody: html`Möchten Sie sich hier abmelden?`,
  signedInAs: (name) => html`Angemeldet als ${strong(name)}.`,
  submit: 'Abmelden',
  stay: 'Angemeldet bleiben',
};

/** The texts of the page that asks whether the person wants to sign out. */
export const logoutTexts = { en, de };
