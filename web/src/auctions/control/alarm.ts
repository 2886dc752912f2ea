import { unawaited } from "@gavelyard/domain/unawaited";

/**
 * Plays two short tones. Silent until somebody has pressed a key on the page, as browsers want, and
 * where a device has no sound, for which some browsers throw.
 */
export function playAlarm(): void {
  const audio = openAudio();
  if (audio === null) return;
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.frequency.setValueAtTime(880, audio.currentTime);
  tone.frequency.setValueAtTime(660, audio.currentTime + 0.2);
  volume.gain.value = 0.2;
  tone.connect(volume).connect(audio.destination);
  tone.addEventListener("ended", () => unawaited(audio.close()));
  tone.start();
  tone.stop(audio.currentTime + 0.4);
}

function openAudio(): AudioContext | null {
  try {
    return new AudioContext();
  } catch {
    return null;
  }
}
