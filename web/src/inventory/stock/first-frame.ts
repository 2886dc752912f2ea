const TIMEOUT_MS = 15_000;
/** Position of the frame in seconds: recordings often start dark. */
const FRAME_AT_SEC = 0.5;

/** Draws a frame near the start of one of our videos as a JPEG; null if this browser can't. */
export async function firstFrame(url: string): Promise<Blob | null> {
  const video = document.createElement("video");
  const loaded = new Promise<boolean>((resolve) => {
    video.addEventListener("seeked", () => resolve(true));
    video.addEventListener("error", () => resolve(false));
    setTimeout(() => resolve(false), TIMEOUT_MS);
  });
  video.muted = true;
  video.preload = "auto";
  video.src = url;
  video.currentTime = FRAME_AT_SEC;
  const isLoaded = await loaded;
  const canvas = document.createElement("canvas");
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  const context = canvas.getContext("2d");
  if (!isLoaded || context === null || canvas.width === 0) return null;
  context.drawImage(video, 0, 0);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.9));
}
