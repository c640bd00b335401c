import * as quotedPrintable from 'nodemailer/lib/qp';
import { splitIntoBatches } from '../runtime/batches.ts';
import type { Mail } from './mail.ts';

/** The writing of a message: as people read it in a file, or as every server accepts it. */
interface MessageForm {
  encoding: '8bit' | 'quoted-printable';
  /** Headers of the copy that is kept. */
  headers?: readonly string[];
}

/** Says that a program wrote the message, so that no other answers it (RFC 3834 section 5). */
export const autoSubmitted = { name: 'Auto-Submitted', value: 'auto-generated' } as const;

/**
 * Formats a mail as an Internet message (RFC 5322, RFC 2046 section 5.1.4), with LF as line break.
 * In `quoted-printable` it is ASCII in lines of at most 76 characters, and needs no extension of
 * SMTP. In `8bit` it is UTF-8 (RFC 6532).
 */
export function formatMailMessage(
  { id, to, subject, text, html }: Mail,
  from: string,
  { encoding, headers = [] }: MessageForm,
): string {
  const isReadable = encoding === '8bit';
  // Nobody who gives the mail a text knows its id.
  const boundary = `part-${id}`;
  const formatPart = (type: string, body: string) => [
    `--${boundary}`,
    `Content-Type: text/${type}; charset=utf-8`,
    `Content-Transfer-Encoding: ${encoding}`,
    '',
    isReadable ? body.trimEnd() : encodeBody(body.trimEnd()),
    '',
  ];
  const lines = [
    `From: ${toHeaderValue(from)}`,
    `To: ${toHeaderValue(to)}`,
    `Subject: ${isReadable ? toHeaderValue(subject) : encodeHeader(subject)}`,
    `Date: ${new Date().toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${id}@${toHeaderValue(from).replace(/^.*@/, '')}>`,
    `${autoSubmitted.name}: ${autoSubmitted.value}`,
    ...headers,
    'MIME-Version: 1.0',
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
    '',
    ...formatPart('plain', text),
    ...formatPart('html', html),
    `--${boundary}--`,
    '',
  ];
  return lines.join('\n');
}

/** Replaces line breaks with spaces, so that a value cannot add a header. */
function toHeaderValue(text: string): string {
  return text.replace(/[\r\n]+/g, ' ');
}

function encodeBody(text: string): string {
  return quotedPrintable.wrap(quotedPrintable.encode(text)).replaceAll('\r\n', '\n');
}

/** A line with an encoded word has at most 76 characters (RFC 2047 section 2). */
const encodedWordLimits = { maxCount: 39, maxBytes: 39 };

/** Encodes a header that is not ASCII. No encoded word has a part of a character. */
function encodeHeader(text: string): string {
  const line = toHeaderValue(text);
  if (/^[ -~]*$/.test(line)) return line;
  const measure = (character: string) => Buffer.byteLength(character);
  const words = splitIntoBatches([...line], encodedWordLimits, measure);
  const encoded = words.map((word) => Buffer.from(word.join('')).toString('base64'));
  return encoded.map((word) => `=?UTF-8?B?${word}?=`).join('\n ');
}
