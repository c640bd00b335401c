/** A value as it is after `JSON.parse`. Bytes are base64. */
export type Json<Value> = Value extends Uint8Array
  ? string
  : Value extends object
    ? { [Name in keyof Value]: Json<Value[Name]> }
    : Value;

/** Returns the body of a message: its JSON, in which bytes are base64. */
export function formatMessage(message: object): string {
  return JSON.stringify(message, (_, value) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
  );
}
