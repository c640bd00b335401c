import type { HeaderReader } from '#shared/http/headers.ts';
import { readCookie, serializeCookie } from './browser.ts';
import type { AccountPage } from './page-urls.ts';

const noticeCookie = '__Host-fit_notice';

/** A page that can say what a form has done. */
type NoticePage = AccountPage | 'sign-in' | 'send-link';

/** The seconds in which the page must be shown. */
const lifetime = 60;

/**
 * Returns the Set-Cookie value of a notice: the name of the text with which the next page says what
 * a form has done, and what the person entered, if the text repeats it. No link can forge it,
 * unlike a query. `Name` are the notices of the page, and must be given.
 */
export function serializeNotice<Name extends string = never>(
  page: NoticePage,
  notice: NoInfer<Name>,
  entered = '',
): string {
  const encoded = Buffer.from(entered).toString('base64url');
  return serializeCookie(noticeCookie, `${page}.${notice}.${encoded}`, lifetime);
}

/** The notice of a page, and the Set-Cookie values that remove it. */
interface TakenNotice {
  /** Undefined if no form has just been sent, or if it leads to another page. */
  notice: string | undefined;
  /** The input of the person, if the notice has it. */
  entered?: string;
  cookies: readonly string[];
}

/** Takes the notice of a page from the browser, so that a reload does not show it again. */
export function takeNotice(header: HeaderReader, page: NoticePage): TakenNotice {
  const [noticePage, notice, encoded = ''] =
    readCookie(header('cookie'), noticeCookie)?.split('.') ?? [];
  if (noticePage !== page) return { notice: undefined, cookies: [] };
  const entered = Buffer.from(encoded, 'base64url').toString();
  return { notice, entered, cookies: [serializeCookie(noticeCookie, '', 0)] };
}

/** Returns the text of a notice, or undefined if the page has no such text. */
export function findNoticeText(
  texts: Readonly<Record<string, string>>,
  notice: string | undefined,
): string | undefined {
  return notice !== undefined && Object.hasOwn(texts, notice) ? texts[notice] : undefined;
}
