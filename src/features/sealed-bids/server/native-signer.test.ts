import { expect, test } from 'vitest'
import { fromHex, utf8 } from '#features/sealing/core/bytes.ts'
import {
  generateLogKey,
  parseNoteKey,
  encodeNoteKey,
  signCheckpoint,
  signNote,
  verifyCheckpoint,
  verifyEd25519,
} from '#features/sealing/core/log/checkpoint.ts'
import { ed25519Signer } from '#features/sealing/core/receipt.ts'
import { nativeSigner, nativeVerify } from './native-signer.ts'

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
    expect(verifyCheckpoint(note, noteKey, nativeVerify)).toEqual(head)
  }
})

test('OpenSSL refuses what the core refuses', () => {
  const [key, other] = [generateLogKey(), generateLogKey()]
  const message = utf8('回执')
  const good = nativeSigner(key).sign(message)
  const flipped = Uint8Array.from(good, (byte, i) => (i === 40 ? byte ^ 1 : byte))
  const cases: [string, Uint8Array, Uint8Array][] = [
    [key.publicKey, message, good],
    [other.publicKey, message, good],
    [key.publicKey, utf8('回条'), good],
    [key.publicKey, message, flipped],
    [key.publicKey, message, good.slice(1)],
    ['00', message, good],
  ]
  for (const verify of [nativeVerify, verifyEd25519])
    expect(cases.map(([publicKey, text, signature]) => verify(fromHex(publicKey), text, signature))).toEqual([
      true,
      false,
      false,
      false,
      false,
      false,
    ])
})
