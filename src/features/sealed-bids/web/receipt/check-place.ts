import { call } from '#web/call.ts'
import { logCheckpoint, logInclusion, logKeys } from '../../contract-log.ts'
import { fromHex } from '#features/sealing/core/bytes.ts'
import { parseNoteKey, verifyCheckpoint } from '#features/sealing/core/log/checkpoint.ts'
import { verifyInclusion } from '#features/sealing/core/log/merkle.ts'

/** `size`: entries of the tree head that was checked. `waiting`: that head was published before the receipt's entry. */
export type Place = { state: 'in' | 'wrong' | 'waiting'; size: number }

/**
 * Checks here, in the browser, that a receipt's entry stands in the published log: the signature of the newest tree head,
 * and the path from the entry to its root. Throws CallError.
 */
export async function checkPlace(entry: { leafHash: string; logIndex: number }): Promise<Place> {
  const [note, keys] = await Promise.all([
    (call(logCheckpoint) as unknown as Promise<Blob>).then((blob) => blob.text()),
    call(logKeys),
  ])
  const head = signed(note, keys.logKey)
  if (!head) return { state: 'wrong', size: 0 }
  const { size } = head
  if (entry.logIndex >= size) return { state: 'waiting', size }
  const { proof } = await call(logInclusion, { query: { index: entry.logIndex, size } })
  const leaf = { hash: fromHex(entry.leafHash), index: entry.logIndex }
  return { state: verifyInclusion(leaf, head, proof.map(fromHex)) ? 'in' : 'wrong', size }
}

function signed(note: string, key: string) {
  try {
    return verifyCheckpoint(note, parseNoteKey(key))
  } catch {
    return null
  }
}
