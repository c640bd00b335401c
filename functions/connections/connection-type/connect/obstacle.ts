import type { NotConnectableReason } from '#functions/connections/connect/not-connectable.ts';
import type { RemoteConnectionType } from '#shared/reference-data/remote-connection-types.ts';

/** Why a type cannot be connected, by its kind of connection. */
const reasons: Readonly<
  Record<RemoteConnectionType['connection'], NotConnectableReason>
> = {
  oauth2: 'unsupported',
  oauth1: 'unsupported',
  phone: 'phone',
  api_key: 'api_key',
  none: 'none',
};

/** Returns why no account of a type without imports can be connected. */
export function explainObstacle({
  connection,
  retired,
}: RemoteConnectionType): NotConnectableReason {
  return retired && connection !== 'none' ? 'retired' : reasons[connection];
}
