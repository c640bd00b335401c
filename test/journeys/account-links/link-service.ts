import { randomBytes } from 'node:crypto';
import { getLatestMail } from '#kit/inbox.ts';
import { startServiceWithOwnClock } from '#kit/own-service.ts';
import { type Send, send, type TestResponse } from '#kit/send.ts';
import { sendFrom } from '#kit/send-from.ts';
import { newVisitor, type Visitor } from '#kit/visitor.ts';
import type { LocalService } from '#lib/local/service.ts';
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

/** The service that the tests of links in mails share, and what people do there. */
export interface LinkService {
  service: LocalService;
  /** The log lines of the service. */
  lines: readonly string[];
  getNow(): Date;
  send: Send;
  /** Returns the URL of a page of the authorization server. */
  toUrl(path: string): string;
  /** Creates a browser. Defaults to a network address that nobody else has. */
  newBrowser(address?: string): Visitor;
  /** Requests a mail with a link, as a person in a browser does. */
  requestLink(purpose: Purpose, email: string, visitor?: Visitor): Promise<TestResponse>;
  /** Requests a mail with a link and returns the link. */
  receiveLink(purpose: Purpose, email: string): Promise<string>;
  /** Signs a person in on the sign-in page. */
  signIn(email: string, secret: string, visitor?: Visitor): Promise<TestResponse>;
  /** Creates an account by sign-up. */
  signUp(email: string, visitor?: Visitor): Promise<Visitor>;
  /** Returns how many store calls each of the latest requests to an endpoint made. */
  listStoreCalls(endpoint: string, count: number): number[];
}

/** Starts a service for the tests of links in mails. */
export async function startLinkService(
  disposables: AsyncDisposableStack,
): Promise<LinkService> {
  const lines: string[] = [];
  const service = await startServiceWithOwnClock({}, (line) => void lines.push(line));
  disposables.defer(() => service.close());
  const { urls } = service;

  const toUrl = (path: string) => `${urls.auth}/v7.1/oauth2/${path}`;
  const newBrowser = (address = newNetworkAddress()) =>
    newVisitor(sendFrom(address, urls), urls.auth);

  async function requestLink(purpose: Purpose, email: string, visitor = newBrowser()) {
    await visitor.open(toUrl(`send-link/?purpose=${purpose}`));
    return visitor.submit({ email });
  }

  async function receiveLink(purpose: Purpose, email: string): Promise<string> {
    // Otherwise earlier mails could be written after the mail with the link.
    await service.drainQueues();
    await requestLink(purpose, email);
    return (await getLatestMail(service, email)).link;
  }

  return {
    service,
    lines,
    toUrl,
    newBrowser,
    requestLink,
    receiveLink,
    getNow: () => new Date(service.clock.now()),
    send: (method, path, options) => send(urls, method, path, options),
    signIn: async (email, secret, visitor = newBrowser()) => {
      await visitor.open(toUrl('sign-in/?continue=account'));
      return visitor.submit({ email, password: secret });
    },
    signUp: async (email, visitor = newBrowser()) => {
      await visitor.open(await receiveLink('sign_up', email));
      await visitor.submit({ name: personName, password, repeated: password });
      return visitor;
    },
    listStoreCalls: (endpoint, count) => {
      const requests = lines.filter((line) => line.includes(`"${endpoint}"`));
      return requests.slice(-count).map((line) => JSON.parse(line).store_calls);
    },
  };
}
