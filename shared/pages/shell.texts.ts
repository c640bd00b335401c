const en = {
  service: 'Fitness data',
  problemPrefix: 'Error: ',
  skip: 'Skip to the content',
  sections: 'Sections',
  privacy: 'Privacy notice',
  terms: 'Terms',
  contact: 'Contact',
  signOut: 'Sign out',
};

const de: typeof en = {
  service: 'Fitnessdaten',
  problemPrefix: 'Fehler: ',
  skip: 'Zum Inhalt springen',
  sections: 'Bereiche',
  privacy: 'Datenschutzhinweise',
  terms: 'Nutzungsbedingungen',
  contact: 'Kontakt',
  signOut: 'Abmelden',
};

/** The texts around the content of every page. */
export const shellTexts = { en, de };
