/** A tree head as it stands in a signed note (C2SP tlog-checkpoint). Read, not verified: the verifier does that. */
export interface TreeHead {
  origin: string
  size: number
  /** Hex, 32 bytes. */
  root: string
}

/** The head of a checkpoint's text; null when it is none. */
export function readCheckpoint(note: string): TreeHead | null {
  const [origin, size, root] = note.split('\n')
  if (!origin || !size || !/^(0|[1-9]\d*)$/.test(size) || !root || !/^[A-Za-z0-9+/]{43}=$/.test(root)) return null
  const bytes = Uint8Array.from(atob(root), (char) => char.charCodeAt(0))
  return { origin, size: Number(size), root: Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('') }
}
