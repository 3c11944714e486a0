import { createHash, createPublicKey, verify } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromHex, toBase64, toHex, utf8 } from '../bytes.ts'
import { MemoryTiles } from '../test-world.ts'
import {
  encodeNoteKey,
  generateLogKey,
  parseCheckpoint,
  parseNoteKey,
  signCheckpoint,
  verifyCheckpoint,
  verifyEd25519,
} from './checkpoint.ts'
import { bidderRef, blindLeaf, decoyLeaf, fillBatch, leafEntry } from './leaf.ts'
import { emptyRoot, leafHash, verifyConsistency, verifyInclusion } from './merkle.ts'
import { appendEntries, tilePath, TileTree } from './tiles.ts'

/** The leaves and roots that the Certificate Transparency implementations are tested with. */
const KNOWN_LEAVES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
]
const KNOWN_ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]

describe('Merkle tree', () => {
  it('has the known roots at every size, appended one by one', async () => {
    const store = new MemoryTiles()
    for (const [size, root] of KNOWN_ROOTS.entries()) {
      if (size > 0) await appendEntries(store, size - 1, [fromHex(KNOWN_LEAVES[size - 1]!)])
      expect(toHex(await new TileTree(store, size).root())).toBe(root)
    }
    expect(toHex(emptyRoot())).toBe(KNOWN_ROOTS[0])
  })

  it('has the known audit path', async () => {
    const tree = await grow(KNOWN_LEAVES.map(fromHex))
    expect((await tree.inclusionProof(0)).map(toHex)).toEqual([
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ])
  })

  it('is the same however the entries are batched, and equals the definition of RFC 6962', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 1, maxLength: 5 }), async (batches) => {
        const store = new MemoryTiles()
        let size = 0
        for (const count of batches) size = await appendEntries(store, size, entries(size, count))
        const tree = new TileTree(store, size)
        expect(toHex(await tree.root())).toBe(reference(entries(0, size)).toString('hex'))
        for (const i of size > 0 ? [0, Math.floor(size / 2), size - 1] : []) {
          expect(await tree.entry(i)).toEqual(entries(i, 1)[0])
        }
      }),
      { numRuns: 25 },
    )
  })

  it('reaches into the third level of tiles', async () => {
    const size = 65_536 + 300
    const store = new MemoryTiles()
    await appendEntries(store, 0, entries(0, size - 7))
    await appendEntries(store, size - 7, entries(size - 7, 7))
    expect(store.tiles.get('tile/2/000.p/1')?.length).toBe(32)
    expect(store.tiles.get('tile/1/001.p/1')?.length).toBe(32)
    expect(store.tiles.get('tile/0/257.p/44')?.length).toBe(44 * 32)
    const tree = new TileTree(store, size)
    const root = await tree.root()
    expect(toHex(root)).toBe(reference(entries(0, size)).toString('hex'))
    for (const index of [0, 255, 256, 65_535, 65_536, size - 1]) {
      const leaf = { hash: leafHash(entries(index, 1)[0]!), index }
      expect(verifyInclusion(leaf, { size, root }, await tree.inclusionProof(index))).toBe(true)
    }
    const proof = await tree.consistencyProof(65_537)
    expect(verifyConsistency({ size: 65_537, root: await tree.root(65_537) }, { size, root }, proof)).toBe(true)
  })
})

describe('proofs', () => {
  const ALL = entries(0, 700)

  it('of inclusion hold for the leaf, its place and its tree, and for nothing else', async () => {
    const full = await grow(ALL)
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 700 }), fc.nat(), fc.nat(), async (size, a, b) => {
        const index = a % size
        const root = await full.root(size)
        const proof = await full.inclusionProof(index, size)
        const leaf = { hash: leafHash(ALL[index]!), index }
        expect(verifyInclusion(leaf, { size, root }, proof)).toBe(true)
        const other = (index + 1 + (b % 699)) % 700
        expect(verifyInclusion({ hash: leafHash(ALL[other]!), index }, { size, root }, proof)).toBe(false)
        expect(verifyInclusion({ ...leaf, index: other }, { size, root }, proof)).toBe(false)
        expect(verifyInclusion(leaf, { size, root }, [...proof, root])).toBe(false)
        // The proof of a tree of one leaf is empty: there is nothing to leave out.
        expect(verifyInclusion(leaf, { size, root }, proof.slice(1))).toBe(size === 1)
        expect(verifyInclusion(leaf, { size, root: leafHash(root) }, proof)).toBe(false)
      }),
    )
  })

  it('of consistency hold between prefixes, and fail when any earlier leaf differs', async () => {
    const full = await grow(ALL)
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 700 }), fc.nat(), fc.nat(), async (size, a, b) => {
        const older = 1 + (a % size)
        const proof = await full.consistencyProof(older, size)
        const newer = { size, root: await full.root(size) }
        const before = { size: older, root: await full.root(older) }
        expect(verifyConsistency(before, newer, proof)).toBe(true)
        expect(verifyConsistency({ ...before, root: leafHash(before.root) }, newer, proof)).toBe(false)
        expect(verifyConsistency(before, { ...newer, root: leafHash(newer.root) }, proof)).toBe(false)
        const altered = proof.map((hash, i) => (i === b % proof.length ? leafHash(hash) : hash))
        expect(verifyConsistency(before, newer, altered)).toBe(proof.length === 0)
        expect(verifyConsistency(before, newer, proof.slice(1))).toBe(proof.length === 0)
        const rewritten = ALL.slice(0, size)
        rewritten[b % older] = utf8('rewritten')
        const forged = await grow(rewritten)
        const forgedProof = await forged.consistencyProof(older, size)
        expect(verifyConsistency(before, { size, root: await forged.root() }, forgedProof)).toBe(false)
      }),
      { numRuns: 40 },
    )
  })

  it('have no meaning for odd numbers', async () => {
    const root = emptyRoot()
    expect(verifyConsistency({ size: 0, root }, { size: 0, root }, [])).toBe(true)
    expect(verifyConsistency({ size: 0, root: leafHash(root) }, { size: 5, root }, [])).toBe(false)
    expect(verifyConsistency({ size: 3, root }, { size: 2, root }, [])).toBe(false)
    expect(verifyInclusion({ hash: root, index: -1 }, { size: 1, root }, [])).toBe(false)
    expect(verifyInclusion({ hash: root, index: 0.5 }, { size: 1, root }, [])).toBe(false)
    await expect((await grow(ALL.slice(0, 3))).inclusionProof(3)).rejects.toThrow(RangeError)
  })
})

describe('tiles', () => {
  it('are named as C2SP names them', () => {
    expect(tilePath(0, 0)).toBe('tile/0/000')
    expect(tilePath(1, 1_234_067)).toBe('tile/1/x001/x234/067')
    expect(tilePath('entries', 273, 112)).toBe('tile/entries/273.p/112')
    expect(tilePath(0, 1000)).toBe('tile/0/x001/000')
  })

  it('still serve an older tree after the partial ones gave way to full ones', async () => {
    const store = new MemoryTiles()
    await appendEntries(store, 0, entries(0, 200))
    const old = await new TileTree(store, 200).root()
    await appendEntries(store, 200, entries(200, 100))
    for (const path of store.tiles.keys())
      if (/000\.p\//.test(path) && !path.startsWith('tile/1')) store.tiles.delete(path)
    const tree = new TileTree(store, 200)
    expect(await tree.root()).toEqual(old)
    expect(await tree.entry(199)).toEqual(entries(199, 1)[0])
  })

  it('that are missing or cut are an error, not a root', async () => {
    const store = new MemoryTiles()
    await appendEntries(store, 0, entries(0, 10))
    store.tiles.set('tile/0/000.p/10', store.tiles.get('tile/0/000.p/10')!.subarray(0, 300))
    store.tiles.set('tile/entries/000.p/10', Uint8Array.of(0, 9, 1))
    await expect(new TileTree(store, 10).root()).rejects.toThrow('cut')
    await expect(new TileTree(store, 10).entry(0)).rejects.toThrow('cut')
    await expect(new TileTree(store, 11).root()).rejects.toThrow('missing')
    await expect(appendEntries(store, 10, [new Uint8Array(65_536)])).rejects.toThrow(RangeError)
  })
})

describe('checkpoints', () => {
  const key = generateLogKey()
  const origin = 'log.example.cn/t1'
  const noteKey = { name: origin, publicKey: fromHex(key.publicKey) }
  const note = signCheckpoint({ origin, size: 7, root: emptyRoot() }, key.privateKey)

  it('use the key format of the published examples', () => {
    for (const text of [
      'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
      'sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8',
    ]) {
      expect(encodeNoteKey(parseNoteKey(text))).toBe(text)
    }
    expect(() => parseNoteKey('PeterNeumann+c74f20a4+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW')).toThrow('hash')
    expect(() => parseNoteKey('nonsense')).toThrow(RangeError)
  })

  it('verify the signature of the published example note', () => {
    const { publicKey } = parseNoteKey('PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW')
    const text = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
    const data = 'x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM='
    expect(verifyEd25519(publicKey, utf8(text), Buffer.from(data, 'base64').subarray(4))).toBe(true)
  })

  it('are notes that OpenSSL verifies', () => {
    const [body, signature] = note.split('\n\n')
    expect(body).toBe(`${origin}\n7\n${toBase64(emptyRoot())}`)
    const data = Buffer.from(signature!.split(' ')[2]!, 'base64')
    const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), noteKey.publicKey])
    const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' })
    expect(verify(null, Buffer.from(`${body}\n`), publicKey, data.subarray(4))).toBe(true)
    const id = createHash('sha256').update(`${origin}\n\x01`).update(noteKey.publicKey).digest()
    expect(data.subarray(0, 4)).toEqual(id.subarray(0, 4))
  })

  it('verify beside other signatures and extension lines, and only for their key and text', () => {
    expect(verifyCheckpoint(note, noteKey)).toEqual({ origin, size: 7, root: emptyRoot() })
    const witnessed = `${note}— witness.example ${toBase64(new Uint8Array(76))}\n`
    expect(verifyCheckpoint(witnessed, noteKey).size).toBe(7)
    expect(() => verifyCheckpoint(note.replace('\n7\n', '\n8\n'), noteKey)).toThrow(RangeError)
    const stranger = { name: origin, publicKey: fromHex(generateLogKey().publicKey) }
    expect(() => verifyCheckpoint(note, stranger)).toThrow('not signed')
    expect(() => verifyCheckpoint(note, { ...noteKey, name: 'other' })).toThrow('another log')
    for (const bad of ['', 'x\n', `${origin}\n07\nAAAA\n\n— a AAAA\n`, note.slice(0, -1), note.replace('—', '-')]) {
      expect(() => parseCheckpoint(bad)).toThrow(RangeError)
    }
    expect(() => signCheckpoint({ origin: 'a b', size: 0, root: emptyRoot() }, key.privateKey)).toThrow(RangeError)
  })
})

describe('leaves', () => {
  const data = { type: 'bid.submitted', tenantId: 't', orderId: 'o', bidderRef: bidderRef('o', 'b', '11'.repeat(32)) }

  it('look alike whatever they say, and open only to their data and blinding', () => {
    const bid = blindLeaf(data)
    const decoy = decoyLeaf('t')
    const shape = /^\{"commitment":"[0-9a-f]{64}","v":1\}$/
    expect(Buffer.from(bid.entry).toString()).toMatch(shape)
    expect(Buffer.from(decoy.entry).toString()).toMatch(shape)
    expect(leafEntry(data, bid.blinding)).toEqual(bid.entry)
    expect(leafEntry({ ...data, orderId: 'x' }, bid.blinding)).not.toEqual(bid.entry)
    expect(leafEntry(data, decoy.blinding)).not.toEqual(bid.entry)
    expect(blindLeaf(data).entry).not.toEqual(bid.entry)
    expect(() => leafEntry(data, '00')).toThrow(RangeError)
  })

  it('name the bidder only to who has the salt', () => {
    expect(bidderRef('o', 'b', '22'.repeat(32))).not.toBe(data.bidderRef)
    expect(bidderRef('o2', 'b', '11'.repeat(32))).not.toBe(data.bidderRef)
  })

  it('are batched with decoys, so that the growth is the same for none and for a full tick', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 1, max: 8 }), (count, slots) => {
        const leaves = Array.from({ length: count }, () => blindLeaf(data))
        const batch = fillBatch(leaves, 't', slots)
        expect(batch.length).toBe(Math.max(1, Math.ceil(count / slots)) * slots)
        expect(batch.filter((leaf) => leaf.data.type !== 'decoy').length).toBe(count)
        expect(leaves.every((leaf) => batch.includes(leaf))).toBe(true)
      }),
    )
  })

  it('stand in any slot of a batch', () => {
    const leaf = blindLeaf(data)
    const places = new Set(Array.from({ length: 200 }, () => fillBatch([leaf], 't', 4).indexOf(leaf)))
    expect(places).toEqual(new Set([0, 1, 2, 3]))
  })
})

function entries(from: number, count: number): Uint8Array<ArrayBuffer>[] {
  return Array.from({ length: count }, (_, i) => utf8(`entry ${from + i}`))
}

async function grow(all: Uint8Array[]): Promise<TileTree> {
  const store = new MemoryTiles()
  return new TileTree(store, await appendEntries(store, 0, all))
}

/** MTH of RFC 6962 §2.1, word by word, with another SHA-256. */
function reference(leaves: Uint8Array[]): Buffer {
  const sha256 = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest()
  if (leaves.length === 0) return sha256()
  if (leaves.length === 1) return sha256(Uint8Array.of(0), leaves[0]!)
  let k = 1
  while (k * 2 < leaves.length) k *= 2
  return sha256(Uint8Array.of(1), reference(leaves.slice(0, k)), reference(leaves.slice(k)))
}
