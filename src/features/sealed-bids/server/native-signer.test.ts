import { expect, test } from 'vitest'
import { fromHex, utf8 } from '../core/bytes.ts'
import {
  generateLogKey,
  parseNoteKey,
  encodeNoteKey,
  signCheckpoint,
  signNote,
  verifyCheckpoint,
} from '../core/log/checkpoint.ts'
import { ed25519Signer } from '../core/receipt.ts'
import { nativeSigner } from './native-signer.ts'

test('OpenSSL signs byte for byte what the core signs, and the core verifies it', async () => {
  for (let n = 0; n < 20; n++) {
    const key = generateLogKey()
    const message = utf8(`回执 ${n}`)
    expect(nativeSigner(key).sign(message)).toEqual(await ed25519Signer(key).sign(message))
    const head = { origin: 'kaibiao.log/1/test', size: n, root: new Uint8Array(32).fill(n) }
    const note = signNote(head, nativeSigner(key))
    expect(note).toBe(signCheckpoint(head, key.privateKey))
    const noteKey = parseNoteKey(encodeNoteKey({ name: head.origin, publicKey: fromHex(key.publicKey) }))
    expect(verifyCheckpoint(note, noteKey)).toEqual(head)
  }
})
