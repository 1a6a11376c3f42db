const tones = [
  { frequency: 660, at: 0 },
  { frequency: 880, at: 0.14 },
];

/** Plays two soft tones. A browser may keep them silent until the person has clicked in the page. */
export function playChime(): void {
  const context = new AudioContext();
  for (const { frequency, at } of tones) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    const begin = context.currentTime + at;
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0, begin);
    volume.gain.linearRampToValueAtTime(0.12, begin + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + 0.5);
    tone.connect(volume).connect(context.destination);
    tone.start(begin);
    tone.stop(begin + 0.5);
    if (at > 0) tone.onended = () => void context.close();
  }
}
