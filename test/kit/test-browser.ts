import * as sessions from '#functions/auth/session/session.store.ts';
import type { Method } from '#shared/contract/endpoint.ts';
import { compact } from '#shared/runtime/compact.ts';
import { type TestPerson, table } from './fixtures.ts';
import type { Send, SendOptions, TestResponse } from './send.ts';

/** The fields of a form. One with several values is sent as often. */
type Fields = Record<string, string | readonly string[] | File>;

/** A user's browser: it keeps cookies, and follows redirects within the authorization host. */
export interface TestBrowser {
  /** Opens a URL of the authorization host. */
  open(url: string): Promise<TestResponse>;
  /** Opens the latest page of the authorization host again, like the Back button. */
  reopen(): Promise<TestResponse>;
  /** Submits the form of the current page with these fields. */
  submit(fields: Fields, headers?: Record<string, string>): Promise<TestResponse>;
  /** Signs out with the form in the header of the current page. */
  signOut(): Promise<TestResponse>;
  /** Starts a session without the sign-in page, which verifies a password and is slow by design. */
  signIn(user: TestPerson, now?: Date): Promise<void>;
  /** Whether a redirect led to another host. */
  hasLeft(): boolean;
  /** Returns the URL of the redirect to another host. Throws if there was none. */
  getDestination(): URL;
  cookies: Map<string, string>;
  /** Returns all cookies as a header. */
  getCookieHeader(): string;
}

/** Returns the content of a page, without the shell around it. */
const getContent = ({ text }: TestResponse) => text.slice(text.indexOf('<main'));

/** Returns a hidden value of the first form on a page that has it, or an empty string. */
export function findHidden(page: TestResponse, name: string): string {
  return new RegExp(`name="${name}" value="([^"]*)"`).exec(getContent(page))?.[1] ?? '';
}

/** Returns the token of the first form on a page, or an empty string. */
export const findFormToken = (page: TestResponse) => findHidden(page, 'form_token');

/** Returns the URL of the first link on a page, or an empty string. */
export function findLink(page: TestResponse): string {
  return (/href="([^"]+)"/.exec(getContent(page))?.[1] ?? '').replaceAll('&amp;', '&');
}

/** Returns the ids of the fields that a page marks as invalid, and whose problem it describes. */
export function listInvalidFields({ text }: TestResponse): string[] {
  const marked = text.matchAll(
    /id="(\w+)"[^>]* aria-invalid="true" aria-describedby="(?:[\w -]*-)?problem"/g,
  );
  return Array.from(marked, ([, id = '']) => id);
}

function listPairs(fields: Fields): [string, string | File][] {
  return Object.entries(fields).flatMap(([name, sent]) =>
    [sent].flat().map((value): [string, string | File] => [name, value]),
  );
}

/** Returns the tag of the first form on a page, or an empty string. */
const findFormTag = (page: TestResponse) =>
  /<form method="post"[^>]*>/.exec(getContent(page))?.[0] ?? '';

const findFormAction = (page: TestResponse) =>
  / action="([^"]*)"/.exec(findFormTag(page))?.[1]?.replaceAll('&amp;', '&');

/** Returns the content of a form as the form says that it is sent. */
function encodeFields(fields: Fields, formTag: string): SendOptions {
  const pairs = listPairs(fields);
  if (!formTag.includes('enctype="multipart/form-data"'))
    return { form: pairs.map(([name, value]) => [name, String(value)]) };
  const body = new FormData();
  for (const [name, value] of pairs) body.append(name, value);
  return { body };
}

/** Creates a browser without cookies for the authorization host at `authUrl`. */
export function newTestBrowser(send: Send, authUrl: string): TestBrowser {
  const cookies = new Map<string, string>();
  let path = '';
  let page: TestResponse | undefined;
  let destination: string | undefined;

  const getCookieHeader = () =>
    [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

  function keepCookies({ headers }: TestResponse): void {
    for (const cookie of headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
  }

  async function request(
    method: Method,
    content: SendOptions = {},
    headers: Record<string, string> = {},
  ): Promise<TestResponse> {
    const Cookie = getCookieHeader() || undefined;
    const options = {
      host: 'auth',
      headers: compact({ Cookie, ...headers }),
      ...content,
    } as const;
    const response = await send(method, path, options);
    keepCookies(response);
    page = response;

    const location = response.headers.get('location');
    if (!location) return response;
    if (location.startsWith(authUrl)) {
      path = location.slice(authUrl.length);
      return request('GET');
    }
    destination = location;
    return response;
  }

  return {
    cookies,
    getCookieHeader,
    open: (url) => {
      destination = undefined;
      path = url.slice(authUrl.length);
      return request('GET');
    },
    reopen: () => request('GET'),
    submit: (fields, headers) => {
      const form_token = page ? findFormToken(page) : '';
      const action = page && findFormAction(page);
      if (action) path = action.slice(authUrl.length);
      const formTag = page ? findFormTag(page) : '';
      return request('POST', encodeFields({ form_token, ...fields }, formTag), headers);
    },
    signOut: () => {
      const form =
        /action="([^"]*sign-out\/)"[^>]*>\n.*name="form_token" value="([^"]*)"/;
      const [, action = '', form_token = ''] = form.exec(page?.text ?? '') ?? [];
      path = action.slice(authUrl.length);
      return request('POST', { form: { form_token } });
    },
    signIn: async (user, now = new Date()) => {
      cookies.set('__Host-fit_session', await sessions.start(table(), user, now));
    },
    hasLeft: () => destination !== undefined,
    getDestination: () => {
      if (destination === undefined)
        throw new Error(`The browser is still at ${path}: ${page?.text}`);
      return new URL(destination);
    },
  };
}
