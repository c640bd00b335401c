import { expect, it, onTestFinished, vi } from 'vitest';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { launchFirst } from './chromium.ts';

it('fails in one line that says what to install if there is no browser', async () => {
  // Playwright leaves its folders behind if it cannot launch a browser.
  vi.stubEnv('TMPDIR', createTemporaryFolder());
  onTestFinished(() => void vi.unstubAllEnvs());
  const missing = ['/nowhere/chrome', '/nowhere/edge'].map((executablePath) => ({
    executablePath,
  }));
  await expect(launchFirst(missing)).rejects.toThrow(
    /^The browser tests need Google Chrome or Microsoft Edge: install one of them\.$/,
  );
});
