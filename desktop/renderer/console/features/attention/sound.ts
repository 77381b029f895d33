/** Two short tones, made by the browser itself: no file to load. */

export const quietMs = 10_000;

const notes = [
  { hertz: 784, at: 0 },
  { hertz: 1_047, at: 0.16 },
] as const;
const loudness = 0.18;
const noteSeconds = 0.3;

/** Plays it now. Before anybody has touched the page a browser plays nothing. */
export async function playTone(): Promise<void> {
  const context = new AudioContext();
  await context.resume();
  const begin = context.currentTime + 0.02;
  for (const { hertz, at } of notes) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.frequency.value = hertz;
    // up fast and down slowly, without a click
    volume.gain.setValueAtTime(0, begin + at);
    volume.gain.linearRampToValueAtTime(loudness, begin + at + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + at + noteSeconds);
    tone.connect(volume).connect(context.destination);
    tone.start(begin + at);
    tone.stop(begin + at + noteSeconds);
  }
  setTimeout(() => void context.close(), 1_000);
}

/**
 * Plays it unless it was played lately, by this tab or another: who holds the lock is the one that plays, and keeps it
 * for as long as the others have to be quiet.
 */
export function ring(play: () => Promise<void> = playTone): void {
  navigator.locks
    .request("visitor.sound", { ifAvailable: true }, async (lock) => {
      if (!lock) return;
      await play();
      await new Promise((resolve) => setTimeout(resolve, quietMs));
    })
    // without a loudspeaker it stays quiet
    .catch(() => undefined);
}
