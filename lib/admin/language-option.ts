import { Option } from '@commander-js/extra-typings';

/** The language of a mail that a command sends. */
export const mailLanguageOption = new Option('--language <tag>', 'language of the mail')
  .choices(['en', 'de'])
  .default('en');
