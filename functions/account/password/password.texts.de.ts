import type { PasswordTexts } from './password.texts.ts';

const de: PasswordTexts = {
  title: 'Passwort ändern',
  lead: 'Sie werden dann in allen anderen Browsern abgemeldet.',
  current: 'Aktuelles Passwort',
  next: 'Neues Passwort',
  hint: 'Mindestens 8 Zeichen. Gut geeignet sind mehrere zufällige Wörter.',
  confirm: 'Neues Passwort bestätigen',
  revokeApplications: 'Auch den Zugriff aller Anwendungen und Skripte widerrufen',
  submit: 'Passwort ändern',
  problems: {
    wrong: 'Das aktuelle Passwort ist falsch.',
    invalid: 'Das neue Passwort muss aus 8 bis 256 druckbaren Zeichen bestehen.',
    common: 'Dieses Passwort wird zu häufig verwendet. Wählen Sie ein anderes.',
    mismatch: 'Die Passwörter stimmen nicht überein.',
  },
};

export default de;
