import { toDiaryHeaders } from '#functions/account/tokens/sample-command.ts';
import type { TestUser } from './fixtures.ts';
import type { Send, TestResponse } from './send.ts';
import { newTestBrowser, type TestBrowser } from './test-browser.ts';

/** The service, and the time at its clock. */
interface TokenService {
  send: Send;
  urls: { auth: string };
  now?: Date;
}

/** A person on the page of access tokens. */
export interface TokenOwner {
  user: TestUser;
  browser: TestBrowser;
  /** Opens the page of access tokens. */
  open(): Promise<TestResponse>;
  /** Submits the form for a new token. Defaults to full access for 30 days. */
  submit(fields?: Record<string, string>): Promise<TestResponse>;
  /** Creates a token and returns its text. */
  create(fields?: Record<string, string>): Promise<string>;
  /** Revokes the token that the page shows first. */
  revokeFirst(): Promise<TestResponse>;
  /** The headers that the diary needs. */
  diaryHeaders: ReturnType<typeof toDiaryHeaders>;
}

/** Returns the token that a page shows once, or an empty string. */
export function findShownToken({ text }: TestResponse): string {
  return /<code>(fit_pat_\w+)<\/code>/.exec(text)?.[1] ?? '';
}

/** Opens the page of access tokens in a browser in which a user is signed in. */
export async function openTokensPage(
  { send, urls, now }: TokenService,
  user: TestUser,
): Promise<TokenOwner> {
  const browser = newTestBrowser(send, urls.auth);
  await browser.signIn(user, now);
  const open = () => browser.open(`${urls.auth}/v7.1/oauth2/account/tokens/`);
  const form = { action: 'create', name: 'A script', lifetime: '30' };
  const submit = async (fields: Record<string, string> = { read: 'yes' }) => {
    await open();
    return browser.submit({ ...form, current: user.password, ...fields });
  };
  return {
    user,
    browser,
    open,
    submit,
    create: async (fields) => findShownToken(await submit(fields)),
    revokeFirst: async () => {
      const { text } = await open();
      const [, id = ''] = /name="id" value="(\w+)"/.exec(text) ?? [];
      return browser.submit({ action: 'revoke', id });
    },
    diaryHeaders: toDiaryHeaders(user.user_id),
  };
}
