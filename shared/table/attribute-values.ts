import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';

/**
 * Reads the attributes of an item in an error. The document client converts those of responses
 * only.
 */
export function readAttributes<Attributes extends object>(
  values: Record<string, AttributeValue>,
): Attributes {
  return unmarshall(values) as Attributes;
}
