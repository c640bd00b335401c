import { reportFailure } from '../terminal/failure.ts';
import { buildClientPackage } from './client-package.ts';

/** Builds the typed client for browsers, Node and npm. */
export function runClientBuild(): Promise<void> {
  return reportFailure(async () => {
    await buildClientPackage();
    console.log('Built the typed client in client/dist.');
  });
}
