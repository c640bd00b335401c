/**
 * Memory in MiB of functions that hash or verify passwords. Argon2id takes 19 MiB and two passes;
 * the share of CPU grows with the memory.
 */
export const passwordMemory = 1024;

/** The response to a form whose current password is incorrect. */
export const incorrectPassword = {
  description: 'The same page: the current password is incorrect.',
  body: 'html',
} as const;

/** The response to a form if there were too many attempts with incorrect passwords. */
export const tooManyAttempts = {
  description: 'The same page: too many failed attempts, so this one was not checked.',
  body: 'html',
  headers: ['Retry-After'],
} as const;
