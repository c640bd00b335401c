import { expect, it, onTestFinished, vi } from 'vitest';
import { openFile } from './images.ts';

it('an upload names the file that it cannot read', async () => {
  await expect(openFile('/nowhere/a.png')).rejects.toThrow(
    'The file /nowhere/a.png cannot be read.',
  );
});

it('an upload from a path says that it works only in Node, beside the process of a bundler', async () => {
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal('process', { env: {} });
  await expect(openFile('a.png')).rejects.toThrow('works only in Node.');
});
