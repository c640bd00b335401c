import type { RemoteConnectionType } from '#shared/reference-data/remote-connection-types.ts';

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
  return {
    intro_copy_heading: `${name} is connected`,
    intro_copy_body:
      `You have connected ${account}. New ${records} will be imported automatically. ` +
      'You can disconnect it at any time.',
    disconnect_copy:
      `You have disconnected ${account}. ` +
      `New ${records} will no longer be imported. ${reconnect}`,
    disconnect_confirm: `Disconnect ${account}? New ${records} will no longer be imported.`,
    disconnect_cancel: `${name} remains connected.`,
  };
}
