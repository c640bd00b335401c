import type { ShellTexts } from './shell.texts.ts';

const de: ShellTexts = {
  service: 'Fitnessdaten',
  problemPrefix: 'Fehler: ',
  skip: 'Zum Inhalt springen',
  sections: 'Bereiche',
  privacy: 'Datenschutzhinweise',
  terms: 'Nutzungsbedingungen',
  contact: 'Kontakt',
  signOut: 'Abmelden',
};

export default de;
