import { randomBytes } from 'node:crypto';
import { afterAll } from 'vitest';
import * as emailLinks from '#functions/auth/email-link/email-link.store.ts';
import { buildLink } from '#functions/auth/email-link/send/send-link.ts';
import * as identities from '#functions/auth/identity/identity.store.ts';
import type { Identity } from '#functions/auth/identity/identity.ts';
import { table } from '#kit/fixtures.ts';
import { getLatestMail } from '#kit/inbox.ts';
import { newParties, type Parties } from '#kit/oauth-parties.ts';
import { startOwnService } from '#kit/own-service.ts';
import { type Send, send, sendFrom, type TestResponse } from '#kit/send.ts';
import { newTestBrowser, type TestBrowser } from '#kit/test-browser.ts';
import { openLocalTable } from '#lib/admin/target.ts';
import type { LocalService } from '#lib/local/service.ts';
import { toDigest } from '#shared/auth/secrets.ts';
import { newId } from '#shared/runtime/ids.ts';

export const password = 'correct horse battery';
export const newPassword = 'another horse entirely';
export const personName = 'Ann';

export const newEmail = () => `${newId(new Date())}@example.com`;

/** Returns a loopback address that no other test uses. */
export const newNetworkAddress = () => `127.${[...randomBytes(3)].join('.')}`;

/** Returns the heading of a page. */
export const findTitle = ({ text }: { text: string }) =>
  /<h1>(.*?)<\/h1>/.exec(text)?.[1];

type Purpose = 'sign_up' | 'password_reset';

/** A service whose clock only the tests move, and what people do there. */
export interface TimedService extends LocalService {
  /** The log lines of the service. */
  lines: readonly string[];
  getNow(): Date;
  send: Send;
  /** Returns the URL of a page of the authorization server. */
  toUrl(path: string): string;
  /** Creates a browser. Defaults to a network address that nobody else has. */
  newBrowser(address?: string): TestBrowser;
  /** Creates a user and a client of this service. */
  newTimedParties(): Promise<Parties>;
  /** Requests a mail with a link, as a person in a browser does. */
  requestLink(
    purpose: Purpose,
    email: string,
    browser?: TestBrowser,
  ): Promise<TestResponse>;
  /** Requests a mail with a link and returns the link. */
  receiveLink(purpose: Purpose, email: string): Promise<string>;
  /** Issues a link that a person requests, and returns it without a mail. */
  issueLink(purpose: Purpose, email: string): Promise<string>;
  /** Issues the link that changes the email of a user, and returns it without a mail. */
  issueEmailChange(from: string, to: string): Promise<string>;
  /** Signs a person in on the sign-in page. */
  signIn(email: string, secret: string, browser?: TestBrowser): Promise<TestResponse>;
  /** Returns how many store calls each of the latest requests to an endpoint made. */
  listStoreCalls(endpoint: string, count: number): number[];
}

/** Starts a service for the tests of one file, and ends it after them. */
export async function startTimedService(): Promise<TimedService> {
  const lines: string[] = [];
  // Its schedules erase each user of its table whose deletion is due at its own time.
  const service = await startOwnService({ log: (line) => void lines.push(line) });
  afterAll(() => service.close());
  openLocalTable(service.environment);
  service.clock.stop();
  const { urls, clock } = service;

  const getNow = () => new Date(clock.now());
  const sendToService: Send = (method, path, options) =>
    send(urls, method, path, options);
  const toUrl = (path: string) => `${urls.auth}/v7.1/oauth2/${path}`;
  const newBrowser = (address = newNetworkAddress()) =>
    newTestBrowser(sendFrom(address, urls), urls.auth);

  async function requestLink(purpose: Purpose, email: string, browser = newBrowser()) {
    await browser.open(toUrl(`send-link/?purpose=${purpose}`));
    return browser.submit({ email });
  }

  async function issue(link: Omit<emailLinks.NewEmailLink, 'language'>): Promise<string> {
    const unsent = { ...link, template: undefined, language: 'en' };
    const { user_id, id } = await emailLinks.create(table(), unsent, getNow());
    const token = await emailLinks.issueToken(table(), user_id, id, getNow());
    return toUrl(`open-link/?token=${token}`);
  }

  return {
    ...service,
    lines,
    getNow,
    toUrl,
    newBrowser,
    requestLink,
    send: sendToService,
    newTimedParties: () => newParties({ send: sendToService, urls, clock }),
    receiveLink: async (purpose, email) => {
      // Otherwise earlier mails could be written after the mail with the link.
      await service.drainQueues();
      await requestLink(purpose, email);
      return (await getLatestMail(service, email)).link;
    },
    issueLink: async (purpose, email) => {
      const identity = await identities.findByEmail(table(), email);
      return issue(buildLink({ purpose, request: '' }, email, identity, getNow()));
    },
    issueEmailChange: async (from, to) => {
      const { user_id, password_hash } = await requireIdentity(from);
      return issue({
        user_id,
        purpose: 'email_change',
        email: to,
        previous_email: from,
        password_digest: toDigest(password_hash),
        template: undefined,
      });
    },
    signIn: async (email, secret, browser = newBrowser()) => {
      await browser.open(toUrl('sign-in/?continue=account'));
      return browser.submit({ email, password: secret });
    },
    listStoreCalls: (endpoint, count) => {
      const requests = lines.filter((line) => line.includes(`"${endpoint}"`));
      return requests.slice(-count).map((line) => JSON.parse(line).store_calls);
    },
  };
}

/** Returns the credentials of an email. Throws if it has no account. */
export async function requireIdentity(email: string): Promise<Identity> {
  const identity = await identities.findByEmail(table(), email);
  if (!identity) throw new Error(`${email} has no account.`);
  return identity;
}

/** Submits forms of the current page at the same time. */
export function submitAtOnce(
  browser: TestBrowser,
  forms: readonly Record<string, string>[],
): Promise<TestResponse[]> {
  return Promise.all(forms.map((form) => browser.submit(form)));
}
