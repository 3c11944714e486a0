import { beforeAll, describe, expect, test } from 'vitest'
import type { Check } from '#features/sealing/core/check.ts'
import { type ArchiveBody, MACHINE, MANIFEST_PATH, type SignedArchive } from '#features/sealing/core/record-manifest.ts'
import type { ProofFile } from '#features/sealing/core/verify-trust.ts'
import type { Bundle } from '#features/review-hall/rules/bundle.ts'
import { marksHash, recompute, sealed } from '#features/review-hall/rules/replay.ts'
import { makeLocalAuthority } from '#features/witnesses/server/local-authority.ts'
import { timeStamp } from '#features/witnesses/server/time-stamp.ts'
import { hashNatively } from '../../../verify/native.ts'
import type { Report } from '../../../verify/report.ts'
import { verify } from '../../../verify/run.ts'
import { type Archived, archivedTender } from './archived.ts'
import { type Bendings, bendings, flipped } from './bendings.ts'
import { DISAGREEMENTS, disagreed } from './disagreements.ts'
import type { Bend, Written } from './zip-writer.ts'

/*
 * A real archive, bent in every way that can be generated: by whoever has the file, and by an operator who signs and logs anew what
 * it changed. What the operator does not hold is the key of the witness. None is accepted, and each is named.
 */

let archived: Archived
let made: Bendings
let members: Written[]
let manifest: SignedArchive
/** Where the bytes of each member begin in the zip. */
let offsets: number[]
/** What a record was checked by is kept: of each mutation only what it touched is checked again. */
const memo = new Map<string, Promise<Check[]>>()
const BUNDLE = `${MACHINE}/review/bundle.json`
const SOAK = process.env['SOAK'] === '1'
let count = 0

beforeAll(async () => {
  hashNatively()
  archived = await archivedTender()
  made = await bendings(archived)
  ;({ members, manifest, offsets } = made)
})

async function judge(
  zip: Buffer,
  proof: ProofFile | null = archived.proof,
  trust: object | null = archived.trust,
): Promise<Report> {
  const file = (path: string, value: object) => ({ path, blob: new Blob([JSON.stringify(value)]) })
  const entries = [
    { path: 'archive.zip', blob: new Blob([zip as BlobPart]) },
    ...(proof ? [file('archive.proof.json', proof)] : []),
  ]
  return verify(entries, { memo, trust: trust ? [file('trust.json', trust)] : [] })
}

const failures = ({ sections }: Report) => sections.flatMap(({ checks }) => checks.filter((one) => one.ok === false))
const opened = ({ sections }: Report) => sections.flatMap(({ checks }) => checks.filter((one) => one.ok === null))
const rewritten = (all: readonly Written[], bend: Bend = {}) => made.rewritten(all, bend)
const resealed = (all: readonly Written[], change: Partial<ArchiveBody> = {}) => made.resealed(all, change)
const forgedProof = (all: readonly Written[]) => made.forgedProof(all)

describe('the archive as it was made', () => {
  test('passes with trust and proof', async () => {
    const report = await judge(archived.zip)
    expect(failures(report)).toEqual([])
    expect(opened(report)).toEqual([])
    expect(report.verdict).toBe('valid')
    const passed = report.sections.flatMap(({ checks }) => checks.map(({ id, detail }) => `${id} ${detail}`))
    expect(passed).toContainEqual(expect.stringMatching(/^trust-time-stamp .*平台自签，非第三方/))
    expect(passed).toContainEqual(expect.stringMatching(/^review-replay 复算一致/))
  })

  test('has a time-stamp of this manifest, by an authority that the trust names, and not of before', async () => {
    const { trust, proof, zip } = archived
    const stampOf = async (other: ProofFile, by: object = trust) =>
      (await judge(zip, other, by)).sections.flatMap(({ checks }) => checks).find(({ id }) => id === 'trust-time-stamp')
    const { timeStamp: _, ...unstamped } = proof
    expect(await stampOf(unstamped as ProofFile)).toMatchObject({ ok: null })
    expect(await stampOf(unstamped as ProofFile, { ...trust, timeAuthorities: [] })).toBeUndefined()
    const later = { ...proof, record: { ...proof.record, at: '2999-01-01T00:00:00.000Z' } }
    expect(await stampOf(later)).toMatchObject({ ok: false, detail: expect.stringContaining('早于归档') })
    const other = await timeStamp(archived.t.kernel, { tenantId: 1, what: { data: new Uint8Array(1) } })
    const foreign = { ...proof, timeStamp: { ...proof.timeStamp!, token: other.token.toString('base64') } }
    expect(await stampOf(foreign)).toMatchObject({ ok: false, detail: '时间戳不是这份内容的' })
    const stranger = makeLocalAuthority('另一机构', archived.t.kernel.clock.now())
    const named = { ...trust, timeAuthorities: [stranger.certificate.toString('base64')] }
    expect(await stampOf(proof, named)).toMatchObject({ ok: false, detail: '时间戳证书不是信任文件所列机构的' })
  })

  test('was asked to wait while records of the order were not in the log', () => {
    expect(archived.early).toMatch(/^10017 有 \d+ 项过程存证尚未写入公开日志/)
  })

  test('is written in the one way: the same members give the same bytes', () => {
    expect(rewritten(members).equals(archived.zip)).toBe(true)
  })

  test('is never more than consistent without trust, proof or witness', async () => {
    const { trust, proof, zip } = archived
    expect((await judge(zip, proof, null)).verdict).toBe('consistent')
    expect((await judge(zip, null, trust)).verdict).toBe('consistent')
    expect((await judge(zip, proof, { ...trust, witnesses: null })).verdict).toBe('consistent')
    expect((await judge(zip, proof, { ...trust, witnesses: null, heads: [proof.head.checkpoint] })).verdict).toBe(
      'valid',
    )
  })

  test('fails against the trust of another platform', async () => {
    const { trust } = archived
    for (const other of [
      { ...trust, serviceKeys: { ...trust.serviceKeys, ed25519: ['ab'.repeat(32)] } },
      { ...trust, noticeKeys: ['-----BEGIN PUBLIC KEY-----\nx\n-----END PUBLIC KEY-----\n'] },
      { ...trust, witnesses: { ...trust.witnesses!, threshold: 2 } },
    ])
      expect((await judge(archived.zip, archived.proof, other)).verdict).toBe('invalid')
  })
})

describe('whoever has the file', () => {
  /** Every way to bend one member, by name; each gives the whole zip. */
  const WAYS: Record<string, (at: number) => Buffer> = {
    'a byte': (at) =>
      rewritten(
        members.with(at, { ...members[at]!, content: flipped(members[at]!.content, members[at]!.content.length >> 1) }),
      ),
    'a byte of the zip': (at) => flipped(archived.zip, offsets[at]! + (members[at]!.content.length >> 1)),
    'left out': (at) => rewritten(members.toSpliced(at, 1)),
    twice: (at) => rewritten(members.toSpliced(at, 0, members[at]!)),
    renamed: (at) => rewritten(members.with(at, { ...members[at]!, path: `${members[at]!.path}~` })),
    moved: (at) =>
      rewritten(members.with(at, { ...members[at]!, path: `${MACHINE}/moved/${members[at]!.path.split('/').at(-1)}` })),
    cut: (at) => rewritten(members.with(at, { ...members[at]!, content: members[at]!.content.subarray(0, -1) })),
  }

  test.each(Object.keys(WAYS))('no member %s is accepted', async (way) => {
    // Each member is bent in two ways, and over all members every way is met; at night in every way.
    const turn = Object.keys(WAYS).indexOf(way)
    for (const [at, { path }] of members.entries()) {
      if (!SOAK && path !== MANIFEST_PATH && ![at % 7, (at + 3) % 7].includes(turn)) continue
      const report = await judge(WAYS[way]!(at))
      const found = failures(report)
      count++
      expect({ way, path, verdict: report.verdict }).toEqual({ way, path, verdict: 'invalid' })
      const name =
        path === MANIFEST_PATH
          ? /manifest|清单|manifest\.json/
          : new RegExp(path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      expect({ path, named: found.some(({ title, detail }) => name.test(`${title} ${detail}`)) }).toEqual({
        path,
        named: true,
      })
    }
  })

  test('two members that change places', async () => {
    for (let at = 1; at < members.length; at += SOAK ? 1 : 9) {
      count++
      const swapped = members.with(at - 1, members[at]!).with(at, members[at - 1]!)
      expect((await judge(rewritten(swapped))).verdict).toBe('invalid')
    }
  })

  test.each<[string, () => Buffer]>([
    ['bytes before', () => rewritten(members, { leading: Buffer.from('x') })],
    ['bytes between', () => rewritten(members, { gap: Buffer.from('x') })],
    ['bytes behind', () => rewritten(members, { trailing: Buffer.from('x') })],
    ['a comment', () => rewritten(members, { comment: '注' })],
    ['another name in the local header', () => rewritten(members, { localPath: '../a.txt' })],
    ['other flags in the local header', () => rewritten(members, { localFlags: 0x0008 })],
    ['a member above its folder', () => rewritten([{ path: '../a.txt', content: Buffer.from('x') }, ...members])],
    ['an absolute path', () => rewritten([{ path: '/a.txt', content: Buffer.from('x') }, ...members])],
    ['a drive', () => rewritten([{ path: 'C:/a.txt', content: Buffer.from('x') }, ...members])],
    ['a backslash', () => rewritten([{ path: 'a\\b.txt', content: Buffer.from('x') }, ...members])],
    [
      'the same name in capitals',
      () => rewritten([{ path: MANIFEST_PATH.toUpperCase(), content: Buffer.from('x') }, ...members]),
    ],
    [
      'a member that nobody listed',
      () => rewritten([{ path: '02 公告/99 假公告.pdf', content: Buffer.from('x') }, ...members]),
    ],
    ['the end cut off', () => archived.zip.subarray(0, -1)],
    ['the beginning cut off', () => archived.zip.subarray(1)],
  ])('%s', async (_, make) => {
    expect((await judge(make())).verdict).toBe('invalid')
  })

  test('no byte of the headers, the directory or the end is free', async () => {
    const whole = archived.zip
    // Everything that is no content.
    const frame: number[] = []
    let from = 0
    for (const [i, { content }] of members.entries()) {
      for (let at = from; at < offsets[i]!; at++) frame.push(at)
      from = offsets[i]! + content.length
    }
    for (let at = from; at < whole.length; at++) frame.push(at)
    // The end, and a spread of the rest: 61 is prime, so that every field of the headers is met.
    const chosen = frame.filter((_, i) => i > frame.length - 22 || i % Math.ceil(frame.length / 61) === 0)
    count += chosen.length
    for (const at of chosen)
      expect({ at, verdict: (await judge(flipped(whole, at))).verdict }).toEqual({ at, verdict: 'invalid' })
  })
})

describe('the operator, who signs and logs anew', () => {
  const WAYS: Record<string, (at: number) => Written[]> = {
    'a byte': (at) =>
      members.with(at, { ...members[at]!, content: flipped(members[at]!.content, members[at]!.content.length >> 1) }),
    'left out': (at) => members.toSpliced(at, 1),
    moved: (at) => members.with(at, { ...members[at]!, path: `02 公告/${members[at]!.path.split('/').at(-1)}` }),
  }

  test.each(Object.keys(WAYS))('no member %s is accepted', async (way) => {
    const turn = Object.keys(WAYS).indexOf(way)
    for (const [at, { path }] of members.slice(0, -1).entries()) {
      if (!SOAK && at % 6 !== turn * 2) continue
      count++
      const bent = await resealed(WAYS[way]!(at))
      const report = await judge(rewritten(bent), forgedProof(bent))
      expect({ way, path, verdict: report.verdict }).toEqual({ way, path, verdict: 'invalid' })
      expect(failures(report).map(({ id }) => id)).toContain('trust-witness')
    }
  })

  test('with the proof of the true archive it is another manifest', async () => {
    const bent = await resealed(members.toSpliced(0, 1))
    expect(failures(await judge(rewritten(bent))).map(({ id }) => id)).toContain('trust-leaf')
  })

  /* Without looking at the source at all: what the record says contradicts itself. */
  const inner = async (all: Written[], change: Partial<ArchiveBody> = {}) =>
    failures(await judge(rewritten(await resealed(all, change)), null, null)).map(
      ({ id, title, detail }) => `${id} ${title} ${detail}`,
    )
  const edit = (path: string, by: (text: string) => string): Written[] => {
    const at = members.findIndex((member) => member.path === path)
    const text = members[at]!.content.toString()
    expect(by(text)).not.toBe(text)
    return members.with(at, { path, content: Buffer.from(by(text)) })
  }
  const without = (pattern: RegExp) => members.filter(({ path }) => !pattern.test(path))
  const pathOf = (pattern: RegExp) => members.find(({ path }) => pattern.test(path))!.path

  test.each<[string, () => Written[] | [Written[], Partial<ArchiveBody>], RegExp]>([
    ['a section left out', () => without(/机器可读\/review\//), /评审缺少文件/],
    [
      'a section left out, and no longer listed',
      () => [without(/机器可读\/review\//), { sections: manifest.body.sections.filter((name) => name !== 'review') }],
      /缺少应有的内容：评审/,
    ],
    ['an order said to have come to nothing', () => [members, { outcome: 'abortive' }], /结果与过程记录不一致/],
    ['a step nobody knows', () => [members, { steps: ['publish', 'magic'] }], /步骤 magic 未知/],
    ['a whole bid left out', () => without(/机器可读\/bids\/01\/|bidders\/01\/|文件\/01 /), /开标一览表/],
    ['an opened bid said not to be', () => without(/bidders\/01\/|文件\/01 /), /既未开启，也未说明原因/],
    [
      'a plain text without its key',
      () => without(/opening\/bidders\/01\/release/),
      /没有对应的加密文件和解密密钥|既未开启/,
    ],
    [
      'a plain text of nobody',
      () => [
        ...members.slice(0, -1),
        { path: '05 投标与开标/开启的投标文件/99 某公司/1-a.pdf', content: Buffer.from('x') },
        members.at(-1)!,
      ],
      /没有对应的加密文件/,
    ],
    ['a sealed file left out', () => without(new RegExp(`${pathOf(/\.kbe$/)}$`)), /加密文件/],
    ['a receipt left out', () => without(new RegExp(`${pathOf(/bids\/.*receipt\.json$/)}$`)), /不属于任何|一一对应/],
    ['a notice left out', () => without(new RegExp(`${pathOf(/notices\/.*\.json$/)}$`)), /已发布，但不在归档中/],
    [
      'a fact left out of the chain',
      () => edit(`${MACHINE}/audit/order.json`, (text) => text.replace(/"hash": "[0-9a-f]+"/, '"hash": null')),
      /未编入哈希链/,
    ],
    [
      'a link of the chain',
      () =>
        edit(`${MACHINE}/audit/order.json`, (text) =>
          text.replace(/"prev_hash": "[0-9a-f]+"/, `"prev_hash": "${'0'.repeat(64)}"`),
        ),
      /第 \d+ 条/,
    ],
    [
      'a mark of the review',
      () => edit(BUNDLE, (text) => text.replace(/"marks":\s*\[\s*\[\s*"[^"]+"/, '"marks": [["x"')),
      /复算|摘要|不一致/,
    ],
    [
      'a review told anew, whole in itself',
      () =>
        edit(BUNDLE, (text) => {
          const { digests: _, hash: __, ...content } = JSON.parse(text) as Bundle
          const marked = content.judgements.find(({ marks }) => marks.some(([, , score]) => score !== null))!
          const mark = marked.marks.find(([, , score]) => score !== null)!
          mark[4] = '另一理由'
          marked.commitment = marksHash(marked.marks)
          return JSON.stringify(sealed({ ...content, results: recompute(content) }))
        }),
      /review-logged .*不在日志中/,
    ],
    [
      'an unknown type',
      () => edit(`${MACHINE}/order/project.json`, (text) => text.replace('{', '{"type":"kaibiao.magic/1",')),
      /类型 kaibiao\.magic\/1 未知/,
    ],
    [
      'a bid declared unopened without a reason',
      () =>
        edit(`${MACHINE}/opening/unopened.json`, (text) =>
          text.replace('"bids": []', `"bids": [{"bidderId":"x","round":1,"fileIds":["y"],"reason":""}]`),
        ),
      /没有原因/,
    ],
    [
      'a deadline',
      () => edit(`${MACHINE}/notice-trust.json`, (text) => text.replace(/"deadline": "20(\d\d)/, '"deadline": "21$1')),
      /截止时间/,
    ],
  ])('%s', async (_, make, finding) => {
    const made = make()
    const [all, change] = (Array.isArray(made[0]) ? made : [made, {}]) as [Written[], Partial<ArchiveBody>]
    const found = await inner(all, change)
    expect(found.length).toBeGreaterThan(0)
    expect(found.join('\n')).toMatch(finding)
  })

  test.each(DISAGREEMENTS.map((one) => [one.what, one] as const))('%s, altered in one place alone', async (_, one) => {
    count++
    const found = await inner(disagreed(members, one))
    expect(found.filter((text) => text.startsWith(`${one.check} `))).toHaveLength(1)
  })
})

test('there were at least three hundred', () => {
  expect(count).toBeGreaterThanOrEqual(300)
})
