import type { RemoteConnectionType } from '#shared/reference-data/remote-connection-types.ts';

/** What people call what they connect: an account with a provider, or an application on their phone. */
function account({ name, connection }: RemoteConnectionType): string {
  return connection === 'phone' ? `${name} on your phone` : `your ${name} account`;
}

/** The texts of a type for the people who connect and disconnect it (specification 2.3). */
export function buildCopy(type: RemoteConnectionType) {
  const { name, records, retired } = type;
  return {
    intro_copy_heading: `${name} is connected`,
    intro_copy_body:
      `You have connected ${account(type)}. From now on, your new ${records} arrive here by themselves. ` +
      'You can disconnect it whenever you like.',
    disconnect_copy:
      `You have disconnected ${account(type)}. No new ${records} will arrive from it. ` +
      (retired ? 'It cannot be connected again.' : 'You can connect it again whenever you like.'),
    disconnect_confirm: `Disconnect ${account(type)}? No new ${records} will arrive from it.`,
    disconnect_cancel: `${name} stays connected.`,
  };
}
