/**
 * The uses of the table. Each operation is one IAM action, except `transact`: a role that allows
 * the changes of a transaction allows the transaction. `check` is a condition on an item that a
 * transaction leaves as it is.
 */
export type TableOperation =
  | 'get'
  | 'getEach'
  | 'query'
  | 'put'
  | 'update'
  | 'delete'
  | 'check'
  | 'transact';

/**
 * The uses of a bucket. Each operation is one IAM action, except `abort`, which is two: to list
 * unfinished uploads and to abort them. `read` reads a range of an object, with the right of `get`.
 * `listParts` lists what clients have uploaded of an object, which `put` begins and completes.
 */
export type ObjectOperation =
  | 'get'
  | 'read'
  | 'put'
  | 'delete'
  | 'list'
  | 'listParts'
  | 'abort';

/** The names in an encryption context, e.g. `['user_id', 'type']`. */
export type ContextNames = readonly [string, ...string[]];

/**
 * The use of the encryption key. A function may use only contexts that have exactly these names, so
 * a function that opens tokens cannot open secrets of another kind.
 */
export interface EncryptionUse {
  encrypts?: readonly ContextNames[];
  decrypts?: readonly ContextNames[];
}

/**
 * The uses of the keys that sign id_tokens: to sign with the current one, or to publish the public
 * keys of all.
 */
export type SigningKeyOperation = 'sign' | 'publish';

/**
 * Returns the KMS alias of a table's encryption key, so that naming the table is enough to find the
 * key.
 */
export function getKeyAlias(tableName: string): string {
  return `alias/${tableName}`;
}

/** The stores that functions use, and the operations on each. */
export interface StoreUses {
  /** Operations on the table. */
  table?: readonly TableOperation[];
  /** Operations on uploaded originals. */
  originals?: readonly ObjectOperation[];
  /** Operations on rendered variants. */
  variants?: readonly ObjectOperation[];
  /** Operations on the archives of exports. */
  exports?: readonly ObjectOperation[];
  /** Operations on the files that people import. */
  imports?: readonly ObjectOperation[];
  /** Operations on what inboxes have taken and is stored later. */
  pushes?: readonly ObjectOperation[];
  /** The secrets of others that the function encrypts or decrypts. */
  encryption?: EncryptionUse;
  /** Operations on the keys that sign id_tokens. */
  signingKeys?: readonly SigningKeyOperation[];
}

/**
 * The temporary objects in the bucket of originals, by the prefix of their keys: archives of
 * exports, which are deleted a day after their link ends, and files of imports, which are deleted
 * when the import is done. What is left over after some days is deleted by the bucket.
 */
export const temporaryObjects = {
  exports: { prefix: 'exports/', days: 2 },
  imports: { prefix: 'imports/pending/', days: 7 },
} as const;

/** The folder of what inboxes have taken and is stored later, among the files of imports. */
export const pushFolder = `${temporaryObjects.imports.prefix}inbox` as const;

/** An account can be created by nobody, people with an invitation, or everybody. */
export const signUpModes = ['off', 'invited', 'open'] as const;
export type SignUpMode = (typeof signUpModes)[number];

/** Applications are registered by the operator only, or also by people. */
export const registrationModes = ['off', 'open'] as const;
export type RegistrationMode = (typeof registrationModes)[number];

/**
 * Clients that are the URL of a metadata document are refused, accepted if the operator has pinned
 * a copy of it, or accepted by what their document says.
 */
export const metadataClientModes = ['off', 'pinned', 'open'] as const;
export type MetadataClientMode = (typeof metadataClientModes)[number];

/** The operator's texts about the service. Pages and mail show them. */
export interface ServiceIdentity {
  /** Defaults to a name in the language of the reader. */
  name?: string;
  /** Leads to the operator: a page, or an address with `mailto:`. */
  contact_url?: string;
  privacy_url?: string;
  terms_url?: string;
  /** An image as a `data:` URL. */
  logo?: string;
}

/** The settings of the operator that functions read. */
export interface ServiceSettings {
  signUp: SignUpMode;
  registration: RegistrationMode;
  metadataClients: MetadataClientMode;
  /** The address that mail is sent from. Undefined if the service sends no mail. */
  mailFrom: string | undefined;
  /** The operator's texts about the service. */
  service: ServiceIdentity;
  /** Undefined means `defaultQueueConcurrency`. */
  queueConcurrency: number | undefined;
}

/**
 * Functions that each queue runs at the same time. Lambda would start up to 1,000 for a long queue,
 * and requests share the quota of the account with them.
 */
export const defaultQueueConcurrency = 50;

export type Setting = keyof ServiceSettings;

/** The environment variable of each setting. */
export const settingVariables: Readonly<Record<Setting, string>> = {
  signUp: 'SIGN_UP',
  registration: 'REGISTRATION',
  metadataClients: 'METADATA_CLIENTS',
  mailFrom: 'MAIL_FROM',
  service: 'SERVICE_IDENTITY',
  queueConcurrency: 'QUEUE_CONCURRENCY',
};

/** Parses the variable of the identity, which is JSON. Without it, the operator says nothing. */
export function parseServiceIdentity(variable = '{}'): ServiceIdentity {
  return JSON.parse(variable);
}

/** Returns the value of the variable of a setting, or undefined if it needs none. */
export function formatSetting(setting: ServiceSettings[Setting]): string | undefined {
  if (typeof setting === 'number') return String(setting);
  if (typeof setting !== 'object') return setting;
  return Object.keys(setting).length > 0 ? JSON.stringify(setting) : undefined;
}
