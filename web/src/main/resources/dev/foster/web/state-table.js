// What a process can be doing. Written by StateScriptTest from ProcessState.

/** @type {{ word: string, symbol: string, tone: Tone, alive: boolean, settled: boolean }[]} */
export const STATES = [
  { word: "running", symbol: "●", tone: "good", alive: true, settled: false },
  { word: "starting", symbol: "◐", tone: "doubtful", alive: true, settled: false },
  { word: "waiting", symbol: "◌", tone: "doubtful", alive: false, settled: false },
  { word: "unhealthy", symbol: "▲", tone: "doubtful", alive: true, settled: false },
  { word: "suspended", symbol: "‖", tone: "doubtful", alive: true, settled: false },
  { word: "restarting", symbol: "↻", tone: "doubtful", alive: false, settled: false },
  { word: "stopping", symbol: "◑", tone: "doubtful", alive: true, settled: false },
  { word: "failed", symbol: "✖", tone: "bad", alive: false, settled: true },
  { word: "gave-up", symbol: "✖", tone: "bad", alive: false, settled: true },
  { word: "blocked", symbol: "✖", tone: "bad", alive: false, settled: true },
  { word: "stuck", symbol: "✖", tone: "bad", alive: true, settled: true },
  { word: "completed", symbol: "✔", tone: "soft", alive: false, settled: true },
  { word: "stopped", symbol: "○", tone: "soft", alive: false, settled: true },
  { word: "disabled", symbol: "○", tone: "soft", alive: false, settled: true },
];
