import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

const SLICE = 4 * 1024 * 1024

/** SHA-256 of a file of any size, hex, read slice by slice so that memory stays flat. */
export async function sha256Of(file: Blob, signal?: AbortSignal): Promise<string> {
  const hash = sha256.create()
  for (let at = 0; at < file.size; at += SLICE) {
    signal?.throwIfAborted()
    hash.update(new Uint8Array(await file.slice(at, at + SLICE).arrayBuffer()))
  }
  return bytesToHex(hash.digest())
}
