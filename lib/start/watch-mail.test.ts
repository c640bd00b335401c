import { expect, it } from 'vitest';
import { formatMail } from './watch-mail.ts';

const message = `From: fitness-data@localhost
To: ann@example.com
Subject: Grüße

--part
Content-Type: text/plain; charset=utf-8

Hello

Open this page:
https://example.com/?token=x

--part
Content-Type: text/html; charset=utf-8

<a href="https://example.com/?token=x">Open</a>
`;

it('formats a mail as its recipient, its subject and its links', () => {
  const shown = formatMail(message);
  expect(shown).toContain('Mail to ann@example.com: Grüße');
  expect(shown.split('\n').slice(1)).toEqual(['     https://example.com/?token=x']);
});
