import { expect, it } from 'vitest';
import { getBrowserName } from './browser-name.ts';

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  [`${windows} ${webKit} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`, 'Edge, Windows'],
  [`${windows} ${webKit} Chrome/142.0.0.0 Safari/537.36`, 'Chrome, Windows'],
  [
    'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    'Firefox, Linux',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1',
    'Safari, iOS',
  ],
  [
    `Mozilla/5.0 (Linux; Android 15) ${webKit} Chrome/142.0.0.0 Mobile Safari/537.36`,
    'Chrome, Android',
  ],
  ['curl/8.5.0', ''],
  [undefined, ''],
])('reads the browser and the system in %j', (userAgent, name) => {
  expect(getBrowserName(userAgent)).toBe(name);
});
