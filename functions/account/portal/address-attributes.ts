/**
 * The attributes of a field for a URL. Phones begin a text with a capital otherwise, and `Https:`
 * is refused.
 */
export const addressAttributes = {
  autocapitalize: 'none',
  autocomplete: 'off',
  inputmode: 'url',
  spellcheck: 'false',
} as const;
