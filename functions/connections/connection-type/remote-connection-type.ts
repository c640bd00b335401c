import * as z from 'zod/mini';
import { deferred, described } from '#shared/contract/schema.ts';
import { ItemLink, type Links, PlainLink } from '#shared/hal/links.ts';
import {
  connectsByKey,
  type RemoteConnectionType,
  toDeviceId,
} from '#shared/reference-data/remote-connection-types.ts';

const Device = described(ItemLink, 'The device that represents the provider.', [
  { href: '/v7.1/device/garmin_connect/', id: 'garmin_connect' },
]);

/** A remote connection type as clients see it (specification 2.3). */
export const RemoteConnectionTypeRepresentation = deferred(() =>
  z
    .object({
      type: described(z.string(), 'The `type` of remote connections.', 'garmin'),
      name: described(z.string(), 'The display name.', 'Garmin Connect'),
      recorder_type_key: described(
        z.string(),
        'The key for the recorders of such accounts: the same as `type`.',
        'garmin',
      ),
      intro_copy_heading: described(
        z.string(),
        'Heading of the introductory email.',
        'Garmin Connect is connected',
      ),
      intro_copy_body: described(
        z.string(),
        'Body of the introductory email.',
        'You have connected your Garmin Connect account.',
      ),
      disconnect_copy: described(
        z.string(),
        'Body of the email after disconnecting.',
        'You have disconnected your Garmin Connect account.',
      ),
      disconnect_confirm: described(
        z.string(),
        'Confirmation question before disconnecting.',
        'Disconnect your Garmin Connect account?',
      ),
      disconnect_cancel: described(
        z.string(),
        'Message if the user cancels.',
        'Garmin Connect remains connected.',
      ),
      oauth_connect_link: described(
        z.string(),
        'The path of the page that connects an account.',
        '/v7.1/remoteconnectiontype/1/connect/',
      ),
      logo_link: described(
        z.string(),
        'The path of the logo, as SVG.',
        '/v7.1/remoteconnectiontype/1/logo/',
      ),
      _links: z.object({ self: ItemLink, device: Device, documentation: PlainLink }),
    })
    .check(
      z.meta({
        id: 'RemoteConnectionType',
        description: 'A kind of remote account that users can connect.',
      }),
    ),
);

/** Returns a remote connection type as clients see it. */
export function present(type: RemoteConnectionType, links: Links) {
  const self = links.item('remoteconnectiontype', type.id);
  const [{ href }] = self;
  return {
    type: type.type,
    name: type.name,
    recorder_type_key: type.type,
    ...buildCopyTexts(type),
    oauth_connect_link: `${href}connect/`,
    logo_link: `${href}logo/`,
    _links: {
      self,
      device: links.item('device', toDeviceId(type.device)),
      documentation: links.documentation('remoteconnectiontype'),
    },
  };
}

/** Returns what is connected: an account at the provider, or an app on the phone. */
function describeAccount({ name, connection }: RemoteConnectionType): string {
  return connection === 'phone' ? `${name} on your phone` : `your ${name} account`;
}

/** Returns the texts about connecting and disconnecting a type (specification 2.3). */
export function buildCopyTexts(type: RemoteConnectionType) {
  const { name, records, retired } = type;
  const account = describeAccount(type);
  const reconnect = retired
    ? 'It cannot be connected again.'
    : 'You can reconnect it at any time.';
  const key = connectsByKey(type)
    ? `Withdraw your key at ${name}, where it still works. `
    : '';
  return {
    intro_copy_heading: `${name} is connected`,
    intro_copy_body:
      `You have connected ${account}. New ${records} will be imported automatically. ` +
      'You can disconnect it at any time.',
    disconnect_copy:
      `You have disconnected ${account}. ` +
      `New ${records} will no longer be imported. ${key}${reconnect}`,
    disconnect_confirm:
      `Disconnect ${account}? New ${records} will no longer be imported.` +
      (key && ` Your key at ${name} must be withdrawn there.`),
    disconnect_cancel: `${name} remains connected.`,
  };
}
