import { expect, it } from 'vitest';
import { launchFirst } from './chromium.ts';

it('fails in one line that says what to install if there is no browser', async () => {
  const missing = ['/nowhere/chrome', '/nowhere/edge'].map((executablePath) => ({
    executablePath,
  }));
  await expect(launchFirst(missing)).rejects.toThrow(
    /^The browser tests need Google Chrome or Microsoft Edge: install one of them\.$/,
  );
});
