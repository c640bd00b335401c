import {
  defineItemKey,
  defineOwnedKey,
  defineOwnedRange,
  type Key,
} from '#shared/table/keys.ts';

/** The keys of images, and of what the CDN renders of them. */
export const imageKeys = {
  image: defineItemKey('IMAGE'),
  /**
   * The item that counts the images that a user has uploaded on a day. Changes of items whose sort
   * keys begin with `IMAGE` make events.
   */
  imagesOfDay: defineOwnedKey('UPLOADED_IMAGES'),
  /** The item of a deleted image, until its files are deleted for good. */
  deletedImage: defineOwnedKey('DELETED_IMAGE'),
  deletedImages: defineOwnedRange('DELETED_IMAGE'),
  imageVariants: defineItemKey('IMAGE', 'VARIANTS'),
  imageRenderings: (id: string, date: string): Key => ({
    pk: `IMAGE#${id}`,
    sk: `RENDERINGS#${date}`,
  }),
};
