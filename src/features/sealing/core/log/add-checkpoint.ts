import type { Bytes } from '../bytes.ts'
import { fromBase64, toBase64 } from '../bytes.ts'
import { HASH } from './merkle.ts'
import { type Checkpoint, parseCheckpoint } from './checkpoint.ts'

/** What a log asks a witness (C2SP tlog-witness, `POST <prefix>/add-checkpoint`). */
export interface AddCheckpoint {
  /** Size of the tree that the witness cosigned last; 0: none. */
  old: number
  /** RFC 6962 consistency proof from `old` to the checkpoint. */
  proof: Bytes[]
  /** The checkpoint, a signed note. */
  note: string
}

/** The answer to a wrong old size: the size that the witness knows, in decimal. */
export const SIZE_TYPE = 'text/x.tlog.size'
/** More hashes no proof has. */
const MOST_HASHES = 63
/** A request is a size, a proof and a note of some signatures. */
export const MOST_BYTES = 16 << 10

/** The body of the request. */
export function encodeAddCheckpoint({ old, proof, note }: AddCheckpoint): string {
  return `old ${old}\n${proof.map((hash) => `${toBase64(hash)}\n`).join('')}\n${note}`
}

/** Reads such a body; throws RangeError on anything but its one spelling. The note's signatures are not checked. */
export function parseAddCheckpoint(text: string): AddCheckpoint & { checkpoint: Checkpoint } {
  const end = text.indexOf('\n\n')
  if (end < 0) throw new RangeError('not an add-checkpoint request')
  const [first, ...hashes] = text.slice(0, end).split('\n')
  const [, size] = /^old (0|[1-9]\d{0,15})$/.exec(first!) ?? []
  const old = Number(size)
  if (size === undefined || !Number.isSafeInteger(old)) throw new RangeError('old size')
  if (hashes.length > MOST_HASHES) throw new RangeError('too many hashes')
  const proof = hashes.map((hash) => fromBase64(hash))
  if (proof.some((hash) => hash.length !== HASH)) throw new RangeError('not a hash')
  const note = text.slice(end + 2)
  return { old, proof, note, checkpoint: parseCheckpoint(note) }
}
