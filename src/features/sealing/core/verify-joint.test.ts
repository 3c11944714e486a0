import { beforeAll, describe, expect, it } from 'vitest'
import { verdictOf } from './check.ts'
import { jointTeam } from './joint/test-team.ts'
import { openPartially } from './joint/threshold.ts'
import { TestService } from './test-world.ts'
import { verifyBid } from './verify-bid.ts'
import { JOINT_OPENING_TYPE, type JointOpening, verifyJoint } from './verify-joint.ts'

type Bid = Awaited<ReturnType<TestService['submit']>>
const team = jointTeam(2, 3)
let bids: Bid[]
let opening: JointOpening

beforeAll(async () => {
  const service = new TestService()
  bids = [
    await service.submit('intl', 'bidder-1', { jointKey: team.key }),
    await service.submit('intl', 'bidder-2', { jointKey: team.key }),
  ]
  const listed = bids.map(({ manifest }) => ({ bidderId: manifest.bidderId, part: manifest.joint! }))
  const parts = listed.map((bid) => bid.part)
  opening = {
    type: JOINT_OPENING_TYPE,
    tenantId: 'tenant-1',
    orderId: 'order-1',
    round: 1,
    key: team.record,
    bids: listed,
    answers: [1, 3].map((by) => openPartially(team.key, parts, { index: by, share: team.shares[by - 1]! })),
  }
})

const whole = (record: JointOpening) => verifyJoint(record, { fingerprint: team.key.fingerprint })
const failures = async (record: JointOpening) =>
  (await whole(record)).checks.filter((check) => check.ok === false).map((check) => check.id)

async function bidChecks(bid: Bid, record = opening) {
  const { secrets } = await whole(record)
  return verifyBid({
    manifest: bid.manifest,
    release: bid.release,
    ...(secrets && { joint: secrets }),
    sealed: (fileId) => bid.sealed.get(fileId),
    plain: (fileId) => bid.plain.get(fileId),
  })
}

describe('a joint opening', () => {
  it('is checked whole, and every file of every bid with it', async () => {
    const { checks } = await whole(opening)
    expect(verdictOf(checks)).toBe('valid')
    for (const bid of bids) {
      const found = await bidChecks(bid)
      expect(found.filter((check) => check.ok === false)).toEqual([])
      expect(found.filter((check) => check.id.startsWith('file-') && check.ok)).toHaveLength(3)
    }
  })

  it('names an officer who lied, and stands on the others', async () => {
    const [first, second] = opening.answers as [JointOpening['answers'][0], JointOpening['answers'][0]]
    const lie = { ...first, by: 2 }
    const { checks } = await whole({ ...opening, answers: [lie, first, second] })
    expect(verdictOf(checks)).toBe('valid')
    expect(checks.at(-1)!.detail).toContain('第 2 名提交的内容不成立')
    expect(await failures({ ...opening, answers: [lie, first] })).toEqual(['joint-officers'])
  })

  it('fails with too few officers, a stolen part, another key, another order, another announcement', async () => {
    expect(await failures({ ...opening, answers: opening.answers.slice(1) })).toEqual(['joint-officers'])
    const stolen = opening.bids.with(1, { ...opening.bids[1]!, part: opening.bids[0]!.part })
    expect(await failures({ ...opening, bids: stolen })).toContain('joint-parts')
    expect(await failures({ ...opening, key: jointTeam(2, 3).record })).toContain('joint-published')
    expect(await failures({ ...opening, orderId: 'order-2' })).toEqual(['joint-key'])
    const { checks } = await verifyJoint(opening, { fingerprint: 'ab'.repeat(32) })
    expect(checks.map((check) => [check.id, check.ok])).toContainEqual(['joint-published', false])
    expect((await verifyJoint(opening, {})).checks[1]!.ok).toBeNull()
  })

  it('survives a record that is none', async () => {
    for (const odd of [
      { bids: null },
      { bids: [null] },
      { answers: [null] },
      { answers: [{ points: [], proof: null }] },
    ])
      expect(await failures({ ...opening, ...odd } as unknown as JointOpening)).toEqual(['joint-record'])
    const keyless = { ...opening, key: { ceremony: null } } as unknown as JointOpening
    expect(await failures(keyless)).toEqual(['joint-key'])
  })

  it('does not open a bid that is not among the bids, or whose part is not that of its files', async () => {
    const [first] = bids as [Bid, Bid]
    const alone = { ...opening, bids: opening.bids.slice(1) }
    // The answers are for two bids: without the first nothing stands.
    expect((await whole(alone)).secrets).toBeUndefined()
    const checks = await bidChecks(first, alone)
    expect(checks.filter((check) => check.id.startsWith('file-')).every((check) => check.ok === null)).toBe(true)
    const other = { ...first, manifest: { ...first.manifest, joint: bids[1]!.manifest.joint! } }
    const wrong = await bidChecks(other)
    expect(wrong.filter((check) => check.id.startsWith('file-')).every((check) => check.ok === false)).toBe(true)
  })
})
