import type { CallResponse } from '#shared/outgoing/outgoing.ts';
import {
  type ReceiverFailure,
  type ReceiverRoute,
  sendToReceiver,
} from '#shared/outgoing/send-to-receiver.ts';
import { failure, type Result, success } from '#shared/runtime/result.ts';
import { daySeconds } from '#shared/runtime/time.ts';
import { type ClientDocument, parseClientDocument } from './client-document.ts';

/** A document that was fetched, and the seconds for which it need not be fetched again. */
export interface FetchedDocument {
  document: ClientDocument;
  freshSeconds: number;
}

/** The largest document in bytes, and the time for the whole response. */
const maxBytes = 5 * 1024;
const timeoutSeconds = 5;

const request = {
  headers: { Accept: 'application/json' },
  // One more byte tells a document that is too large from one that was cut off.
  maxBytes: maxBytes + 1,
};

/** The media types of JSON (RFC 6839 section 3.1). */
const jsonType = /^application\/([\w.!#$&^-]+\+)?json$/i;

/** Why there is no document, as a sentence for the client's developer. */
const failures: Readonly<Record<ReceiverFailure['kind'], string>> = {
  off: 'This service makes no calls to other machines. Its operator can allow them.',
  forbidden: 'Its host has an address that is not public.',
  timeout: `It was not complete after ${timeoutSeconds} seconds.`,
  unreachable: 'Its host has no address, or the connection failed.',
  malformed: 'It must be JSON.',
  status: 'It must be served with the status 200, without a redirect.',
};

/**
 * Fetches the metadata document of a client. Calls only addresses that were checked, and follows no
 * redirect. Fails with the reason, which has nothing of what the host sent.
 */
export async function fetchClientDocument(
  client_id: string,
  route: ReceiverRoute,
): Promise<Result<FetchedDocument, string>> {
  const startTimeout = () => AbortSignal.timeout(timeoutSeconds * 1000);
  const outcome = await sendToReceiver(client_id, request, { startTimeout, ...route });
  if (!outcome.ok) return failure(failures[outcome.error.kind]);
  const fault = findResponseFault(outcome.value);
  if (fault) return failure(fault);

  const document = parseClientDocument(outcome.value.text, client_id);
  if (!document.ok) return document;
  const freshSeconds = findFreshSeconds(outcome.value.header);
  return success({ document: document.value, freshSeconds });
}

function findResponseFault({ status, text, header }: CallResponse): string | undefined {
  if (status !== 200) return failures.status;
  const [mediaType = ''] = (header('content-type') ?? '').split(';');
  if (!jsonType.test(mediaType.trim())) return 'Its Content-Type must be one of JSON.';
  if (Buffer.byteLength(text) > maxBytes)
    return `It must have at most ${maxBytes} bytes.`;
  return undefined;
}

/** The seconds for which a document is fresh if its host does not say it, and at most. */
const defaultFreshSeconds = 5 * 60;
const maxFreshSeconds = daySeconds;

/** Matches a directive with which a cache for several people must ask again at each use. */
const uncachable = /(^|[\s,])(no-store|no-cache|private)($|[\s,=])/i;
const maxAge = /(^|[\s,])max-age="?(\d{1,10})/i;

/**
 * Returns for how many seconds a response can be used again (RFC 9111 section 4.2), at most a day.
 * Returns 0 if its host forbids it.
 */
export function findFreshSeconds(header: CallResponse['header']): number {
  const cacheControl = header('cache-control') ?? '';
  if (uncachable.test(cacheControl)) return 0;

  const [, , seconds] = maxAge.exec(cacheControl) ?? [];
  const lifetime =
    seconds === undefined
      ? (findLifetime(header) ?? defaultFreshSeconds)
      : Number(seconds);
  const age = Number(header('age') ?? 0) || 0;
  return Math.min(Math.max(lifetime - age, 0), maxFreshSeconds);
}

/** Returns the seconds between the `Date` and the `Expires` header. An invalid one is past. */
function findLifetime(header: CallResponse['header']): number | undefined {
  const expires = header('expires');
  if (expires === undefined) return undefined;
  const seconds = (Date.parse(expires) - Date.parse(header('date') ?? '')) / 1000;
  return Number.isFinite(seconds) ? seconds : 0;
}
