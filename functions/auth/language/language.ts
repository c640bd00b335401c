import { readCookie, serializeCookie } from '#functions/auth/browser/browser.ts';
import type { PageUrls } from '#functions/auth/browser/page-urls.ts';
import type { HeaderReader } from '#shared/http/headers.ts';
import {
  type Language,
  type Locale,
  languages,
  selectLocale,
  toLanguage,
} from '#shared/pages/language.ts';
import type { Shell } from '#shared/pages/shell.ts';

const languageCookie = '__Host-fit_language';

/** One year in seconds. */
const lifetime = 31_536_000;

/** Returns the Set-Cookie value that keeps the language of pages without a session. */
export function serializeLanguageCookie(language: Language): string {
  return serializeCookie(languageCookie, language, lifetime);
}

/**
 * Returns the language that was chosen on a page of this browser, or else the one that the browser
 * prefers, with the region that the browser prefers for it.
 */
export function readLocale(header: HeaderReader): Locale {
  const preferred = selectLocale(header('accept-language'));
  const chosen = readCookie(header('cookie'), languageCookie);
  const language = languages.find((known) => known === chosen);
  return language === undefined || toLanguage(preferred) === language
    ? preferred
    : language;
}

/** Returns the language of pages without a session, as `readLocale` does without its region. */
export function readLanguage(header: HeaderReader): Language {
  return toLanguage(readLocale(header));
}

/** The names of the languages, each in its own. */
const names: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };

/** Lists the links that show a page without a session in the other languages. */
export function listLanguageLinks(
  pages: PageUrls,
  current: Language,
): NonNullable<Shell['languages']> {
  const others = languages.filter((language) => language !== current);
  return others.map((language) => ({
    language,
    label: names[language],
    url: pages.chooseLanguage(language),
  }));
}
