import { equalBytes } from '#features/sealing/core/bytes.ts'
import { type AddCheckpoint, parseAddCheckpoint, SIZE_TYPE } from '#features/sealing/core/log/add-checkpoint.ts'
import { type Checkpoint, parseCheckpoint, verifyCheckpoint } from '#features/sealing/core/log/checkpoint.ts'
import { emptyRoot, verifyConsistency } from '#features/sealing/core/log/merkle.ts'
import type { NoteKey } from '#features/sealing/core/log/note.ts'

/** What a witness keeps of a log: its key, and the newest head it cosigned. */
export interface Watched {
  key: NoteKey
  /** The signed note; null while there is none. */
  note: string | null
}

/** What the witness answers, and what it then keeps. */
export type Judgement =
  | { status: 200; note: string; checkpoint: Checkpoint }
  | {
      status: 400 | 403 | 404 | 409 | 422
      /** For people and logs; of a wrong old size the size alone, as the protocol says. */
      text: string
      type: string
      /** Signed by the log, and contradicts what the witness has: both heads together convict the log. */
      evidence?: { origin: string; note: string; why: string }
    }

/**
 * Judges a request by C2SP tlog-witness; changes nothing. `watched`: what is kept of the log of this origin, undefined for
 * an origin that the witness was not told of.
 */
export function judge(text: string, watched: (origin: string) => Watched | undefined): Judgement {
  let asked: AddCheckpoint & { checkpoint: Checkpoint }
  try {
    asked = parseAddCheckpoint(text)
  } catch (error) {
    return refusal(400, `malformed request: ${error instanceof Error ? error.message : String(error)}`)
  }
  const { old, proof, note, checkpoint } = asked
  const { origin } = checkpoint
  const log = watched(origin)
  if (!log) return refusal(404, 'unknown origin')
  try {
    verifyCheckpoint(note, log.key)
  } catch {
    return refusal(403, 'not signed by the key of this log')
  }
  if (old > checkpoint.size) return refusal(400, 'the old size exceeds the size of the checkpoint')
  const last = log.note === null ? null : parseCheckpoint(log.note)
  const known = last ?? { origin, size: 0, root: emptyRoot() }
  if (old !== known.size) return { status: 409, text: `${known.size}\n`, type: SIZE_TYPE }
  if (checkpoint.size === known.size && !equalBytes(checkpoint.root, known.root)) {
    const why = 'another root at the same size'
    // The size alone: a client that follows the protocol reads nothing else of a conflict.
    return { status: 409, text: `${known.size}\n`, type: SIZE_TYPE, evidence: { origin, note, why } }
  }
  if (!verifyConsistency(known, checkpoint, proof)) {
    const why = `does not continue the tree of size ${known.size}`
    // A wrong proof may be a fault of whoever sends it; a proof that should be there and is not tells nothing at all.
    return { ...refusal(422, 'the consistency proof does not hold'), evidence: { origin, note, why } }
  }
  return { status: 200, note: bodyAndOwn(note, log.key), checkpoint }
}

/** The note with the signature of the log alone: what a stranger adds to it is not kept. */
function bodyAndOwn(note: string, key: NoteKey): string {
  const end = note.lastIndexOf('\n\n') + 2
  const own = note
    .slice(end, -1)
    .split('\n')
    .filter((line) => line.startsWith(`— ${key.name} `))
  return `${note.slice(0, end)}${own.slice(0, MOST_OWN).join('\n')}\n`
}

const MOST_OWN = 4

type Refusal = Extract<Judgement, { text: string }>

function refusal(status: Refusal['status'], text: string): Refusal {
  return { status, text: `${text}\n`, type: 'text/plain; charset=utf-8' }
}
