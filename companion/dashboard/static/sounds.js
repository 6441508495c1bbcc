// Short sounds made by the browser itself. They are armed by the first tap, as browsers ask for.

const KEPT = "table.sound";
let audio = null;
let on = localStorage.getItem(KEPT) !== "off";

// Each sound: [frequency in Hz, start in s, length in s, wave]
const TUNES = {
  reveal: [[196, 0, 0.5, "triangle"], [294, 0.04, 0.6, "triangle"], [392, 0.08, 0.8, "triangle"]],
  slap: [[110, 0, 0.09, "square"], [72, 0.01, 0.14, "sine"]],
  coin: [[1318, 0, 0.12, "sine"], [1760, 0.06, 0.35, "sine"]],
  loss: [[220, 0, 0.18, "sawtooth"], [165, 0.14, 0.3, "sawtooth"]],
  refused: [[140, 0, 0.16, "square"], [120, 0.2, 0.22, "square"]],
  turn: [[523, 0, 0.7, "sine"], [1046, 0, 0.5, "sine"]],
  over: [[392, 0, 0.25, "triangle"], [523, 0.2, 0.25, "triangle"], [659, 0.4, 0.25, "triangle"], [784, 0.6, 0.9, "triangle"]],
};

/** Wait for the first tap or key. */
export function armSounds() {
  const arm = () => {
    audio ??= new AudioContext();
    audio.resume();
  };
  addEventListener("pointerdown", arm);
  addEventListener("keydown", arm);
}

export function soundOn() {
  return on;
}

export function toggleSound() {
  on = !on;
  localStorage.setItem(KEPT, on ? "on" : "off");
}

export function play(name) {
  if (!on || !audio || audio.state !== "running") return;
  for (const [hertz, start, length, wave] of TUNES[name] ?? []) note(hertz, audio.currentTime + start, length, wave);
}

function note(hertz, at, length, wave) {
  const tone = new OscillatorNode(audio, { type: wave, frequency: hertz });
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(0.16, at + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0006, at + length);
  tone.connect(gain).connect(audio.destination);
  tone.start(at);
  tone.stop(at + length + 0.05);
}
