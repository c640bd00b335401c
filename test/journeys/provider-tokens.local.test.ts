import { afterAll } from 'vitest';
import { testRevocation } from './provider-tokens/revocation.ts';
import { startTokenService } from './provider-tokens/token-service.ts';
import { testTokenStorage } from './provider-tokens/token-storage.ts';

const disposables = new AsyncDisposableStack();
afterAll(() => disposables.disposeAsync());

// Both share one service, because each service starts its own threads of functions.
const journey = await startTokenService(disposables);

testTokenStorage(journey);
testRevocation(journey);
