import de from './password.texts.de.ts';

const en = {
  title: 'Change password',
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

/** The texts of the page to change the password. */
export const passwordTexts = { en, de };
export type PasswordTexts = typeof en;
