/**
 * The id of the client with which the API reference lets readers try requests. Every deployment has
 * it, so nobody has to register it.
 */
export const referenceClientId = 'api-reference';
