/** Pictures of units that people can upload: their formats, as file fields take them, and size. */
export const pictureFormats = "image/jpeg,image/png,image/webp,image/avif";
export const maxPictureBytes = 10 * 1024 * 1024;
