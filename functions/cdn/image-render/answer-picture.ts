import { originalKey } from '../../../shared/objects/keys.ts';
import { openObjects } from '../../../shared/objects/objects.ts';
import { environment } from '../../../shared/runtime/environment.ts';
import { framesOf, log } from '../../../shared/runtime/log.ts';
import type { Meter } from '../../../shared/runtime/meter.ts';
import { type Answer, forever, picture, refusal } from './answers.ts';
import { render } from './render.ts';
import { isInRange, parseVariant } from './variant.ts';

/** The picture at a path of the CDN, kept for everybody who asks for it again. Throws where a store fails. */
export async function answerPicture(path: string, meter: Meter): Promise<Answer> {
  const variant = parseVariant(path);
  if (!variant) return refusal(404, 'there is no picture at this address');
  if (!isInRange(variant))
    return refusal(
      400,
      'width and height must be whole numbers from 1 to 4096; one of them may be left empty',
    );
  const originals = openObjects(environment('IMAGE_BUCKET_NAME'), meter);
  const variants = openObjects(environment('VARIANT_BUCKET_NAME'), meter);
  const original = await originals.get(originalKey(variant.id));
  if (!original) return refusal(404, 'there is no picture at this address');
  const bytes = await render(original.bytes, variant).catch(noteDamage);
  if (!bytes) return refusal(422, 'this picture is damaged and cannot be shown');
  const { type } = original;
  await variants.put(path.slice(1), { bytes, type, cacheControl: forever });
  return picture({ bytes, type }, path);
}

/** Says in the log why a picture could not be made, since the answer does not. */
function noteDamage(error: Error): undefined {
  log({ level: 'warn', event: 'picture_not_rendered', error_name: error.name, error_stack: framesOf(error) });
}
