import { expect, it } from 'vitest';
import { toServerOptions } from './server-options.ts';

it.each([
  { url: 'http://[::1]:8000', host: '::1', port: 8000 },
  { url: 'http://127.0.0.1:8000/', host: '127.0.0.1', port: 8000 },
  { url: 'http://dynamodb.example', host: 'dynamodb.example', port: 80 },
  { url: 'https://dynamodb.example/path', host: 'dynamodb.example', port: 443 },
])('$url is port $port of $host', ({ url, host, port }) => {
  expect(toServerOptions(url)).toEqual({ host, port });
});
