import { html, strong } from '#shared/html/html.ts';
import de from './logout.texts.de.ts';

const en = {
  title: 'Sign out?',
  question: (application: string) =>
    html`${strong(application)} asks whether you want to sign out here, too.`,
  questionOfNobody: html`Do you want to sign out here?`,
  signedInAs: (name: string) => html`Signed in as ${strong(name)}.`,
  submit: 'Sign out',
  stay: 'Stay signed in',
};

/** The texts of the page that asks whether the person wants to sign out. */
export const logoutTexts = { en, de };
export type LogoutTexts = typeof en;
