import type { Send, TestResponse } from '#kit/send.ts';
import type { Method } from '#shared/contract/endpoint.ts';

/** A person with a browser: it keeps cookies and follows redirects as long as they stay with the service. */
export interface Visitor {
  /** Opens an address of the authorization host. */
  open(url: string): Promise<TestResponse>;
  /** Opens the latest address of the service once more, as the browser's Back button does. */
  reopen(): Promise<TestResponse>;
  /** Sends the form of the page that is open, with these fields filled in. */
  submit(fields: Record<string, string>, headers?: Record<string, string>): Promise<TestResponse>;
  /** Whether the service sent the browser somewhere else. */
  hasLeft(): boolean;
  /** Where the service sent the browser when it left; fails where it is still there. */
  getDestination(): URL;
  cookies: Map<string, string>;
  /** All of them, as a header. */
  cookieHeader(): string;
}

/** The token of the form on a page. */
export function findFormToken({ text }: TestResponse): string {
  return /name="form_token" value="([^"]*)"/.exec(text)?.[1] ?? '';
}

/** The address of the first link on a page. */
export function findLink({ text }: TestResponse): string {
  return (/href="([^"]+)"/.exec(text)?.[1] ?? '').replaceAll('&amp;', '&');
}

/** A visitor of the service whose authorization host is at `authUrl`. */
export function newVisitor(send: Send, authUrl: string): Visitor {
  const cookies = new Map<string, string>();
  let path = '';
  let page: TestResponse | undefined;
  let destination: string | undefined;

  const cookieHeader = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

  const keep = ({ headers }: TestResponse) => {
    for (const cookie of headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
  };

  const visit = async (
    method: Method,
    form?: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<TestResponse> => {
    const Cookie = cookieHeader();
    const answer = await send(method, path, {
      host: 'auth',
      headers: { ...(Cookie && { Cookie }), ...headers },
      ...(form && { form }),
    });
    keep(answer);
    page = answer;
    const location = answer.headers.get('location');
    if (!location) return answer;
    if (!location.startsWith(authUrl)) {
      destination = location;
      return answer;
    }
    path = location.slice(authUrl.length);
    return visit('GET');
  };

  return {
    cookies,
    cookieHeader,
    open: (url) => {
      destination = undefined;
      path = url.slice(authUrl.length);
      return visit('GET');
    },
    reopen: () => visit('GET'),
    submit: (fields, headers) => {
      const form_token = page ? findFormToken(page) : '';
      const action = /<form method="post" action="([^"]*)"/.exec(page?.text ?? '')?.[1];
      if (action) path = action.slice(authUrl.length);
      return visit('POST', { form_token, ...fields }, headers);
    },
    hasLeft: () => destination !== undefined,
    getDestination: () => {
      if (destination === undefined)
        throw new Error(`The browser is still at ${path}: ${page?.text}`);
      return new URL(destination);
    },
  };
}
