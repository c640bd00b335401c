import { isIP } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import type { NodemailerError } from 'nodemailer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { isLoopbackUrl, listFixedAddresses } from '../outgoing/receiver-address.ts';
import { compact } from '../runtime/compact.ts';
import type { Mail, MailReceipt, SendMail } from './mail.ts';
import { formatMailMessage } from './message.ts';

/** A server that takes mail of the service, and delivers it or passes it on. */
export interface MailServer {
  host: string;
  port: number;
  /** Whether TLS begins with the connection. If not, STARTTLS is required. */
  implicit_tls: boolean;
  /** Undefined if the server knows the service by its address. */
  login?: { user: string; password: string };
}

interface SmtpOptions {
  /** Milliseconds for the whole delivery. Less than the timeout of the function. */
  timeoutMs?: number;
  /** Options of TLS, e.g. the certificate of an authority of your own. */
  tls?: ConnectionOptions;
}

const defaultTimeoutMs = 14_000;

/**
 * Returns a function that sends mail from an address by a server, on a connection of its own for
 * each mail: a function that Lambda has paused finds its connections closed.
 *
 * A recipient who is refused for good is `rejected`. Everything else throws, because it can be
 * mended, or ends by itself.
 */
export function createSmtpMail(
  server: MailServer,
  from: string,
  options: SmtpOptions = {},
): SendMail {
  const via = `${server.host}:${server.port}`;
  return async (mail) => {
    try {
      const response = await deliver(server, { from, mail }, options);
      return { outcome: 'sent', via, answer: toPrintable(response) };
    } catch (thrown) {
      const error: NodemailerError = thrown instanceof Error ? thrown : new Error();
      return toRejection(error, via) ?? fail(error, via);
    }
  };
}

interface Delivery {
  from: string;
  mail: Mail;
}

/** Hands a mail over, and returns the server's response to it. */
function deliver(
  server: MailServer,
  { from, mail }: Delivery,
  { timeoutMs = defaultTimeoutMs, tls = {} }: SmtpOptions,
): Promise<string> {
  const { host, port, implicit_tls, login } = server;
  const url = new URL(`http://${host}`);
  const isSameMachine = isLoopbackUrl(url);
  // No name server may say that `localhost`, which gets the password without TLS, is another
  // machine.
  const [address = host] = listFixedAddresses(url) ?? [];
  const connection = new SMTPConnection({
    host: address,
    port,
    tls: { ...compact({ servername: isIP(host) === 0 ? host : undefined }), ...tls },
    secure: implicit_tls,
    requireTLS: !isSameMachine,
    ignoreTLS: isSameMachine,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
  const message = formatMailMessage(mail, from, { encoding: 'quoted-printable' });
  const envelope = { from, to: [mail.to], size: Buffer.byteLength(message) };

  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => end(new Error('Timeout')), timeoutMs);
    const end = (error: Error) => {
      clearTimeout(timer);
      connection.close();
      reject(error);
    };
    const send = () =>
      connection.send(envelope, message, (error, info) => {
        if (error) return end(error);
        clearTimeout(timer);
        connection.quit();
        resolve(info.response);
      });
    // It also tells about faults after the last response, which change nothing.
    connection.on('error', end);
    connection.connect((error) => {
      if (error) return end(error);
      if (!login) return send();
      const { user, password: pass } = login;
      connection.login({ user, pass }, (refusal) => (refusal ? end(refusal) : send()));
    });
  });
}

const maxResponseLength = 1000;

/** Returns what a server said, so that it fits into an item and moves no cursor of a terminal. */
function toPrintable(response: string): string {
  return response.slice(0, maxResponseLength).replace(/[^\P{Cc}\n]/gu, '?');
}

/** Matches the enhanced status code of a response (RFC 3463), without its class. */
const enhancedStatus = /^5\d\d[ -]5\.(\d{1,3}\.\d{1,3})\b/;

/** The codes for a recipient that are about us: policy (5.7), and the address of the sender. */
const isAboutUs = /^(?:7\.|1\.[78]$)/;

/**
 * No such mailbox, domain or address, or a mailbox that has moved. A mailbox that takes nothing
 * (2.1) exists: Gmail answers so if it gets too much, which a stranger can bring about.
 */
const isUnknown = /^1\.(?:[1-36]|10)$/;

/**
 * Returns what an error says about the recipient, or undefined if the recipient is not the reason.
 */
function toRejection(
  { command, response = '', responseCode = 0 }: NodemailerError,
  via: string,
): MailReceipt | undefined {
  const [, detail = ''] = enhancedStatus.exec(response) ?? [];
  const isRefused = command === 'RCPT TO' && responseCode >= 500;
  if (!isRefused || isAboutUs.test(detail)) return undefined;

  const rejection = { outcome: 'rejected', via, answer: toPrintable(response) } as const;
  return isUnknown.test(detail) ? { ...rejection, isAddressUnknown: true } : rejection;
}

/**
 * Throws the error that names what failed. Its message has the server's response, which no log
 * gets.
 */
function fail(error: NodemailerError, via: string): never {
  const { response, message } = error;
  throw Object.assign(new Error(`${via}: ${toPrintable(response ?? message)}`), {
    name: nameFault(error),
  });
}

/** Matches the codes of faults of TLS in Node.js, e.g. `DEPTH_ZERO_SELF_SIGNED_CERT`. */
const tlsCode = /TLS|SSL|CERT|ISSUER|EPROTO/;

function nameFault({
  code = '',
  originalCode,
  responseCode = 0,
}: NodemailerError): string {
  if (responseCode >= 400 && responseCode < 500) return 'SmtpDeferred';
  if (code === 'EAUTH') return 'SmtpLoginRefused';
  if (tlsCode.test(originalCode ?? code)) return 'SmtpTlsFailed';
  return responseCode >= 500 ? 'SmtpRefused' : 'SmtpUnreachable';
}
