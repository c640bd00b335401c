import type { SendOptions, TestResponse } from '#kit/send.ts';

/** A request of the contract tests that its endpoint must accept. */
interface RequiredRequest {
  method: string;
  path: string;
  content: Pick<SendOptions, 'json' | 'form' | 'body'>;
  /** The code that makes the request, as a failure names it. */
  origin: string;
}

const maxText = 1000;

function describeContent({ json, form, body }: RequiredRequest['content']): string {
  if (json !== undefined) return JSON.stringify(json);
  if (form !== undefined) return String(new URLSearchParams(form));
  if (body instanceof FormData) return `multipart: ${[...body.keys()].join(', ')}`;
  return body === undefined ? '' : String(body);
}

/** Creates the error for a request that was rejected: what was sent, and where to change it. */
export function createRejection(
  { method, path, content, origin }: RequiredRequest,
  { status, text }: Pick<TestResponse, 'status' | 'text'>,
): Error {
  const lines = [
    'The contract tests need this request to be accepted:',
    `  request   ${method} ${path} ${describeContent(content).slice(0, maxText)}`,
    `  response  ${status} ${text.slice(0, maxText)}`,
    `  made by   ${origin}`,
  ];
  return new Error(lines.join('\n'));
}
