const en = {
  title: 'Change password',
  purpose: 'This signs you out in all other browsers.',
  lead: 'You are then signed out in all other browsers.',
  current: 'Current password',
  next: 'New password',
  hint: 'At least 8 characters. A few random words work well.',
  confirm: 'Confirm new password',
  revokeApplications: 'Also revoke access for all applications and scripts',
  submit: 'Change password',
  problems: {
    wrong: 'The current password is incorrect.',
    invalid: 'The new password must have 8 to 256 printable characters.',
    common: 'This password is too common. Choose a different one.',
    mismatch: 'The passwords do not match.',
  },
};

const de: typeof en = {
  title: 'Passwort ändern',
  purpose: 'Sie werden dabei in allen anderen Browsern abgemeldet.',
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

/** The texts of the page to change the password. */
export const passwordTexts = { en, de };
