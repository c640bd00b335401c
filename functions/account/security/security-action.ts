/** What a form of the page about sign-in and security does. */
export const securityActions = [
  'change_email',
  'end_session',
  'end_others',
  'forget_device',
  'forget_devices',
] as const;
export type SecurityAction = (typeof securityActions)[number];
