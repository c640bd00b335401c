/**
 * Memory in MiB of functions that hash or verify passwords. Argon2id needs only 19 MiB, but Lambda
 * gives a function a share of CPU in proportion to its memory.
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
