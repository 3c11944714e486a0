import type { Bytes } from './bytes.ts'
import { concat, equalBytes, fromHex, randomBytes, toHex, utf8, xor } from './bytes.ts'
import {
  assertPlace,
  checkHeader,
  CHUNK,
  decodeHeader,
  encodeHeader,
  recordCount,
  TRAILER,
  wrapContext,
} from './envelope-header.ts'
import type { EnvelopeHeader, Expectation, Place } from './envelope-header.ts'
import { EnvelopeError } from './errors.ts'
import type { Point } from './joint/group.ts'
import type { JointPublic } from './joint/joint-key.ts'
import { fileSecret, type JointPart } from './joint/threshold.ts'
import { fingerprint, keyPairOf, publicKeyOf } from './keys.ts'
import { readRecord, recordAad, recordHead } from './record.ts'
import { closeWithCode, openWithCode } from './recovery.ts'
import { ByteReader, piped, sizeOf } from './source.ts'
import type { ByteSource, Piped } from './source.ts'
import { digest, suiteOf } from './suite.ts'
import { CONTENT_KEY, NONCE_PREFIX } from './suite-types.ts'
import type { PublicKey, SuiteName } from './suite-types.ts'

export interface SealInput {
  place: Place
  name: string
  source: ByteSource
  /** Bytes of the source; needed only when the source cannot tell. */
  size?: number
  /** The bidder's own public key; it names the suite. */
  recipient: PublicKey
  /** Joint-key mode: the bid's part and its shared point, the same for all files of the bid. */
  joint?: JointSeal
  /** As `readRecoveryCode` gives it: opens the file when the bidder's key is lost. */
  recoveryCode?: string
  /** Plaintext bytes per record, 1 MiB unless told. */
  chunkSize?: number
  onProgress?: (doneBytes: number, totalBytes: number) => void
  signal?: AbortSignal
}

export interface JointSeal {
  key: JointPublic
  part: JointPart
  shared: Point
}

/** Hashes in hex, by the suite's hash. */
export interface SealedFile {
  header: EnvelopeHeader
  /** Of the whole sealed file: what the manifest, and by it the receipt, names. */
  cipherHash: string
  cipherSize: number
  plainHash: string
  /** Hiding commitment to `plainHash`: goes into the manifest, and tells nothing until the file is opened. */
  plainCommit: string
}

export interface OpenedFile extends SealedFile {
  /** Opens `plainCommit`: hash(label ‖ salt ‖ plainHash). Hex. */
  salt: string
}

export interface OpenOptions {
  expect: Expectation
  onProgress?: (doneBytes: number, totalBytes: number) => void
  signal?: AbortSignal
}

/** Seals a file to the bidder's own key under a fresh content key. Holds one record in memory at a time. */
export function sealFile(input: SealInput): Piped<SealedFile> {
  return piped(seal(input))
}

/** The header alone, without reading further. Nothing in it is authenticated yet. */
export async function readHeader(source: ByteSource): Promise<EnvelopeHeader> {
  const reader = new ByteReader(source)
  try {
    return (await decodeHeader((length) => reader.read(length))).header
  } finally {
    await reader.close()
  }
}

/**
 * What the bidder releases of a sealed file at the opening, one file at a time, and nothing else: the content key; in
 * joint-key mode the masked one, which opens nothing without the officers (`unmaskContentKey`).
 * Checks that the envelope stands in the place the bidder means to open (`expect`, from what the bidder sees and not
 * from the header), that the key is theirs, and that nothing in the header was altered. Refuses with `foreign`, `replayed`, `wrong-key` or `tampered`.
 */
export async function releaseContentKey(
  header: EnvelopeHeader,
  privateKey: string,
  expect: Expectation,
): Promise<Bytes> {
  checkHeader(header)
  assertPlace(header, expect)
  const suite = suiteOf(header.suite)
  if (fingerprint(keyPairOf(header.suite, privateKey)) !== header.recipient) {
    throw new EnvelopeError('wrong-key', 'the file is sealed to another public key')
  }
  const released = await suite.unwrap(privateKey, header.contentKeyEnvelope, wrapContext(header))
  if (!released) throw new EnvelopeError('tampered', 'content key envelope')
  if (!header.joint) assertContentKey(header, released)
  return released
}

/** As `releaseContentKey`, by the recovery code (as `readRecoveryCode` gives it) in place of the lost key. */
export function releaseByCode(header: EnvelopeHeader, code: string, expect: Expectation): Bytes {
  checkHeader(header)
  assertPlace(header, expect)
  const { recovery, suite } = header
  if (!recovery) throw new EnvelopeError('wrong-key', 'sealed without a recovery code')
  const released = openWithCode(suite, code, { wrapped: recovery, context: wrapContext(header) })
  if (!released) throw new EnvelopeError('wrong-key', 'recovery code')
  if (!header.joint) assertContentKey(header, released)
  return released
}

/** The content key from the bidder's release and the point that the officers opened. Refuses with `wrong-key`. */
export function unmaskContentKey(
  header: EnvelopeHeader,
  released: Uint8Array,
  { key, shared }: Pick<JointSeal, 'key' | 'shared'>,
): Bytes {
  const { joint } = header
  if (!joint || joint.key !== key.fingerprint || released.length !== CONTENT_KEY)
    throw new EnvelopeError('wrong-key', 'not sealed to this joint key')
  const contentKey = xor(released, fileSecret(shared, { key, part: joint, context: wrapContext(header) }))
  assertContentKey(header, contentKey)
  return contentKey
}

/** Refuses with `wrong-key` unless this is the one content key the header commits to. */
export function assertContentKey(header: EnvelopeHeader, contentKey: Uint8Array): void {
  const fits = contentKey.length === CONTENT_KEY && keyCommit(header.suite, contentKey) === header.keyCommit
  if (!fits) throw new EnvelopeError('wrong-key', 'content key does not match the commitment')
}

/**
 * Opens with a released content key. Each piece of the stream is authentic when it comes; that the file is complete,
 * and all of it what was committed to, is known only when `result` resolves: keep nothing before.
 */
export function openWithContentKey(
  source: ByteSource,
  contentKey: Uint8Array,
  options: OpenOptions,
): Piped<OpenedFile> {
  return piped(
    open(source, options, async (header) => {
      assertContentKey(header, contentKey)
      return contentKey
    }),
  )
}

/**
 * Opens with the bidder's private key: the bidder looking at their own bid. As `openWithContentKey` otherwise; a file of
 * joint-key mode is refused with `wrong-key`, for its bidder alone cannot open it.
 */
export function openWithPrivateKey(source: ByteSource, privateKey: string, options: OpenOptions): Piped<OpenedFile> {
  return piped(
    open(source, options, async (header) => {
      if (header.joint) throw new EnvelopeError('wrong-key', 'sealed to a joint key as well')
      return releaseContentKey(header, privateKey, options.expect)
    }),
  )
}

/** The commitment to a plaintext of this hash. Hex in, hex out. */
export function plainCommitOf(suite: SuiteName, salt: string, plainHash: string): string {
  return toHex(digest(suite, utf8('kaibiao/plain/1\0'), fromHex(salt), fromHex(plainHash)))
}

async function* seal(input: SealInput): AsyncGenerator<Bytes, SealedFile> {
  const { place, name, source, joint, recoveryCode, chunkSize = CHUNK, onProgress, signal } = input
  const plainSize = input.size ?? sizeOf(source)
  if (plainSize === undefined) throw new TypeError('size is needed for a source that cannot tell it')
  const recipient = publicKeyOf(input.recipient)
  const suite = suiteOf(recipient.suite)
  const contentKey = randomBytes(CONTENT_KEY)
  const { tenantId, orderId, bidderId, round, fileId, role } = place
  const open = {
    v: 1 as const,
    suite: suite.name,
    tenantId,
    orderId,
    bidderId,
    round,
    fileId,
    role,
    name,
    plainSize,
    chunkSize,
    noncePrefix: toHex(randomBytes(NONCE_PREFIX)),
    keyCommit: keyCommit(suite.name, contentKey),
    recipient: fingerprint(recipient),
    ...(joint && { joint: joint.part }),
  }
  const context = wrapContext(open)
  const kept = joint ? xor(contentKey, fileSecret(joint.shared, { ...joint, context })) : contentKey
  const header = checkHeader({
    ...open,
    contentKeyEnvelope: await suite.wrap(recipient.publicKey, kept, context),
    ...(recoveryCode && { recovery: closeWithCode(suite.name, recoveryCode, { secret: kept, context }) }),
  })

  const cipherHash = suite.hash()
  let cipherSize = 0
  const emit = (bytes: Bytes) => {
    cipherHash.update(bytes)
    cipherSize += bytes.length
    return bytes
  }
  const headerBytes = encodeHeader(header)
  yield emit(headerBytes)

  const headerHash = digest(suite.name, headerBytes)
  const cipher = await suite.recordCipher(contentKey, fromHex(header.noncePrefix))
  const record = async (index: number, last: boolean, plain: Uint8Array) => {
    const sealed = await cipher.seal(index, recordAad(headerHash, index, last), plain)
    return emit(concat(recordHead(index, last, sealed.length), sealed))
  }
  const plainHash = suite.hash()
  const reader = new ByteReader(source)
  const count = recordCount(header)
  try {
    for (let index = 0; index < count; index++) {
      signal?.throwIfAborted()
      const wanted = Math.min(chunkSize, plainSize - index * chunkSize)
      const plain = await reader.read(wanted)
      if (plain.length < wanted) throw new RangeError('the source is shorter than its size')
      plainHash.update(plain)
      yield await record(index, false, plain)
      onProgress?.(index * chunkSize + wanted, plainSize)
    }
    if ((await reader.read(1)).length > 0) throw new RangeError('the source is longer than its size')
  } finally {
    await reader.close()
  }
  const salt = randomBytes(32)
  const hash = plainHash.digest()
  yield await record(count, true, concat(salt, hash))
  return {
    header,
    cipherHash: toHex(cipherHash.digest()),
    cipherSize,
    plainHash: toHex(hash),
    plainCommit: plainCommitOf(suite.name, toHex(salt), toHex(hash)),
  }
}

async function* open(
  source: ByteSource,
  options: OpenOptions,
  keyFor: (header: EnvelopeHeader) => Promise<Uint8Array>,
): AsyncGenerator<Bytes, OpenedFile> {
  const { expect, onProgress, signal } = options
  const reader = new ByteReader(source)
  try {
    const { header, bytes } = await decodeHeader((length) => reader.read(length))
    assertPlace(header, expect)
    const suite = suiteOf(header.suite)
    const cipherHash = suite.hash()
    const plainHash = suite.hash()
    cipherHash.update(bytes)
    let cipherSize = bytes.length
    const contentKey = await keyFor(header)
    const cipher = await suite.recordCipher(contentKey, fromHex(header.noncePrefix))
    const headerHash = digest(suite.name, bytes)
    const take = async (index: number, plainLength: number, last: boolean) => {
      signal?.throwIfAborted()
      const length = plainLength + cipher.overhead
      const { head, sealed } = await readRecord(reader, { index, last, length })
      cipherHash.update(head)
      cipherHash.update(sealed)
      cipherSize += head.length + sealed.length
      const plain = await cipher.open(index, recordAad(headerHash, index, last), sealed)
      if (!plain) throw new EnvelopeError('tampered', `record ${index}`)
      return plain
    }
    const count = recordCount(header)
    for (let index = 0; index < count; index++) {
      const done = index * header.chunkSize
      const plain = await take(index, Math.min(header.chunkSize, header.plainSize - done), false)
      plainHash.update(plain)
      yield plain
      onProgress?.(done + plain.length, header.plainSize)
    }
    const trailer = await take(count, TRAILER, true)
    if ((await reader.read(1)).length > 0) throw new EnvelopeError('tampered', 'data after the last record')
    const hash = plainHash.digest()
    if (!equalBytes(hash, trailer.subarray(32))) throw new EnvelopeError('tampered', 'plaintext hash')
    const salt = toHex(trailer.subarray(0, 32))
    const plain = toHex(hash)
    return {
      header,
      cipherSize,
      salt,
      plainHash: plain,
      cipherHash: toHex(cipherHash.digest()),
      plainCommit: plainCommitOf(suite.name, salt, plain),
    }
  } finally {
    await reader.close()
  }
}

function keyCommit(suite: SuiteName, contentKey: Uint8Array): string {
  return toHex(suiteOf(suite).derive(contentKey, 'KBE1 commit', 32))
}
