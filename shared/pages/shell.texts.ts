import de from './shell.texts.de.ts';

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

/** The texts around the content of every page. */
export const shellTexts = { en, de };
export type ShellTexts = typeof en;
