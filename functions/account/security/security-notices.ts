/** What the page about sign-in and security confirms. */
export const securityNotices = [
  'link_sent',
  'session_ended',
  'other_sessions_ended',
  'browser_forgotten',
  'all_browsers_forgotten',
] as const;
export type SecurityNotice = (typeof securityNotices)[number];
