/** What the start page of the account confirms. */
export const accountPageNotices = [
  'password_changed',
  'email_changed',
  'account_created',
] as const;
export type AccountPageNotice = (typeof accountPageNotices)[number];
