import de from './rotated-before.texts.de.ts';

const en =
  'There is a new secret since you have opened the page. It was shown only once. If you have ' +
  'not copied it, create another one.';

/** Says that a form for a new secret, of an application or a webhook, was sent before. */
export const rotatedBefore = { en, de };
