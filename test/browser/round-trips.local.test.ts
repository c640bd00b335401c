import { afterAll } from 'vitest';
import { testAccountLinks } from './round-trips/account-links.ts';
import { testConnectingFromApplication } from './round-trips/connect.ts';
import { testExport } from './round-trips/export.ts';
import { testExportLink } from './round-trips/export-link.ts';
import { testProvider } from './round-trips/provider.ts';
import { startRoundTripService } from './round-trips/round-trip-service.ts';

const disposables = new AsyncDisposableStack();
afterAll(() => disposables.disposeAsync());

// Journeys that leave our pages and come back: to a mailbox, a download or a provider. All share
// one service and one browser. Those that advance the clock come last.
const roundTrips = await startRoundTripService(disposables);

testAccountLinks(roundTrips);
testExport(roundTrips);
testConnectingFromApplication(roundTrips);
testProvider(roundTrips);
testExportLink(roundTrips);
