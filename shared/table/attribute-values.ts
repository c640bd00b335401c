import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';

/** The attributes of an item, or of a part of it, in the form of DynamoDB. */
export type AttributeValues = Record<string, AttributeValue>;

/** Converts attributes to the form of DynamoDB. Drops those that are undefined. */
export function toAttributeValues(attributes: object): AttributeValues {
  return marshall(attributes, { removeUndefinedValues: true });
}

/** Converts attributes from the form of DynamoDB. */
export function fromAttributeValues<Attributes extends object>(
  values: AttributeValues,
): Attributes {
  return unmarshall(values) as Attributes;
}
