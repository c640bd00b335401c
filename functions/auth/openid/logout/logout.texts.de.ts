import { html, strong } from '#shared/html/html.ts';
import type { LogoutTexts } from './logout.texts.ts';

const de: LogoutTexts = {
  title: 'Abmelden?',
  question: (application) =>
    html`${strong(application)} fragt, ob Sie sich auch hier abmelden möchten.`,
  questionOfNobody: html`Möchten Sie sich hier abmelden?`,
  signedInAs: (name) => html`Angemeldet als ${strong(name)}.`,
  submit: 'Abmelden',
  stay: 'Angemeldet bleiben',
};

export default de;
