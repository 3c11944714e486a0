import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { toHex } from '../bytes.ts'
import { CEREMONY_TYPE, type Ceremony, CeremonyError, checkCeremony, makeDevice } from './ceremony.ts'
import { checkDealing, deal, type Dealing, judge, receive } from './dealing.ts'
import { G, hexOf, multiply, Point, pointOf, randomScalar, scalarHex, scalarOf } from './group.ts'
import { checkJointKey, confirm, JOINT_KEY_TYPE, type JointKey, type JointPublic, ownShare } from './joint-key.ts'
import { combine, encapsulate, fileSecret, openPartially, partialOk, partOk } from './threshold.ts'

const PLACE = { tenantId: '1', orderId: 'order-1', bidderId: 'bidder-1', round: 1 }

interface Team {
  ceremony: Ceremony
  secrets: string[]
  dealings: Dealing[]
}

function team(threshold: number, count: number): Team {
  const base = { tenantId: '1', orderId: 'order-1', ceremonyId: 'attempt-1' }
  const devices = Array.from({ length: count }, (_, i) => makeDevice({ ...base, officerId: `officer-${i + 1}` }))
  const officers = devices.map(({ deviceKey, deviceProof }, i) => ({
    index: i + 1,
    officerId: `officer-${i + 1}`,
    deviceKey,
    deviceProof,
  }))
  const ceremony = checkCeremony({ type: CEREMONY_TYPE, ...base, threshold, officers })
  const dealings = officers.map(({ index }) => checkDealing(ceremony, deal(ceremony, index)))
  return { ceremony, secrets: devices.map((device) => device.secret), dealings }
}

function finish({ ceremony, secrets, dealings }: Team) {
  const shares = secrets.map((secret, i) => ownShare(ceremony, dealings, { index: i + 1, secret }))
  const confirmations = shares.map((share, i) => confirm(ceremony, dealings, { index: i + 1, share }))
  const record: JointKey = { type: JOINT_KEY_TYPE, ceremony, dealings, confirmations }
  return { record, shares, key: checkJointKey(record) }
}

function refusal(work: () => unknown): CeremonyError {
  try {
    work()
  } catch (cause) {
    if (cause instanceof CeremonyError) return cause
    throw cause
  }
  throw new Error('not refused')
}

function isRefused(record: JointKey): boolean {
  try {
    checkJointKey(record)
    return false
  } catch (cause) {
    return cause instanceof CeremonyError
  }
}

describe('a joint key', () => {
  it('opens with any officers that reach the threshold, and with no fewer', () => {
    const { key, shares } = finish(team(3, 5))
    const { part, shared } = encapsulate(key, PLACE)
    const answers = shares.map((share, i) => openPartially(key, [part], { index: i + 1, share }))
    expect(answers.every((answer) => partialOk(key, [part], answer))).toBe(true)
    fc.assert(
      fc.property(fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 3 }), (chosen) => {
        const [point] = combine(
          key,
          chosen.map((i) => answers[i]!),
        )
        expect(hexOf(point!)).toBe(hexOf(shared))
      }),
      { numRuns: 16 },
    )
    expect(() => combine(key, answers.slice(0, 2))).toThrow(RangeError)
    // The same officer twice is one officer.
    expect(() => combine(key, [answers[0]!, answers[0]!, answers[1]!])).toThrow(RangeError)
  })

  it('is nobody’s: what t − 1 officers interpolate is not the secret', () => {
    const { key, shares } = finish(team(3, 4))
    const { part, shared } = encapsulate(key, PLACE)
    const two = shares.slice(0, 2).map((share, i) => openPartially(key, [part], { index: i + 1, share }))
    const guess = combine({ ...key, threshold: 2 }, two)[0]!
    expect(hexOf(guess)).not.toBe(hexOf(shared))
  })

  it('is checked from its record alone; any altered part of it is found', () => {
    const { record, key } = finish(team(2, 3))
    const altered: Record<string, (copy: JointKey) => void> = {
      commitment: (copy) => (copy.dealings[1]!.commitments[1] = hexOf(multiply(G, randomScalar()))),
      'constant term': (copy) => (copy.dealings[0]!.commitments[0] = hexOf(multiply(G, randomScalar()))),
      'sealed share': (copy) => (copy.dealings[2]!.shares[0]!.data = '00'.repeat(64)),
      threshold: (copy) => (copy.ceremony.threshold = 3),
      officer: (copy) => (copy.ceremony.officers[0]!.officerId = 'officer-9'),
      order: (copy) => (copy.ceremony.orderId = 'order-2'),
      confirmation: (copy) => (copy.confirmations[0]!.proof.response = scalarHex(5n)),
      'missing confirmation': (copy) => copy.confirmations.pop(),
      'missing dealing': (copy) => copy.dealings.pop(),
      'swapped dealings': (copy) => (copy.dealings = copy.dealings.toReversed()),
    }
    const unnoticed = Object.entries(altered).filter(([, alter]) => {
      const copy = structuredClone(record)
      alter(copy)
      return !isRefused(copy)
    })
    expect(unnoticed).toEqual([])
    expect(checkJointKey(structuredClone(record)).fingerprint).toBe(key.fingerprint)
  })
})

describe('making it', () => {
  it('names a dealer whose share does not fit, to everybody', () => {
    const { ceremony, secrets, dealings } = team(2, 3)
    const other = deal(ceremony, 2)
    // Officer 2 sends officer 3 a share of another polynomial.
    const lie: Dealing = { ...dealings[1]!, shares: dealings[1]!.shares.with(2, other.shares[2]!) }
    const received = receive(ceremony, checkDealing(ceremony, lie), { index: 3, secret: secrets[2]! })
    if (!('complaint' in received)) throw new Error('not noticed')
    expect(judge(ceremony, lie, received.complaint)).toEqual({ liar: 2 })
    const refused = refusal(() => ownShare(ceremony, dealings.with(1, lie), { index: 3, secret: secrets[2]! }))
    expect(refused.officers).toEqual([2])
  })

  it('names who complains without reason', () => {
    const { ceremony, secrets, dealings } = team(2, 3)
    const other = deal(ceremony, 1)
    const bad: Dealing = { ...dealings[0]!, shares: dealings[0]!.shares.with(1, other.shares[1]!) }
    const received = receive(ceremony, bad, { index: 2, secret: secrets[1]! })
    if (!('complaint' in received)) throw new Error('not noticed')
    // The complaint is about another share than the one on record: its proof does not hold there.
    expect(judge(ceremony, dealings[0]!, received.complaint)).toEqual({ liar: 2 })
    const forged = { ...received.complaint, shared: hexOf(multiply(G, randomScalar())) }
    expect(judge(ceremony, bad, forged)).toEqual({ liar: 2 })
    expect(judge(ceremony, bad, { ...received.complaint, shared: 'zz' })).toEqual({ liar: 2 })
    expect(judge(ceremony, bad, { ...received.complaint, by: 9 })).toEqual({ liar: 9 })
  })

  it('names a dealer who copies or makes up the constant term', () => {
    const { ceremony, dealings } = team(2, 3)
    const copied = { ...dealings[1]!, from: 1 }
    expect(refusal(() => checkDealing(ceremony, copied)).officers).toEqual([1])
    // Rogue key: minus the others' constant terms. The knowledge of it cannot be proved.
    const rogue = pointOf(dealings[1]!.commitments[0]).add(pointOf(dealings[2]!.commitments[0])).negate()
    const taken = { ...dealings[0]!, commitments: [hexOf(rogue), dealings[0]!.commitments[1]!] }
    expect(refusal(() => checkDealing(ceremony, taken)).officers).toEqual([1])
    const short = { ...dealings[0]!, shares: dealings[0]!.shares.slice(1) }
    expect(refusal(() => checkDealing(ceremony, short)).officers).toEqual([1])
  })

  it('takes no device of another person or attempt, and no senseless threshold', () => {
    const { ceremony } = team(2, 3)
    const [first, second] = ceremony.officers as [Ceremony['officers'][0], Ceremony['officers'][0]]
    const stolen = { ...second, deviceKey: first.deviceKey, deviceProof: first.deviceProof }
    expect(() => checkCeremony({ ...ceremony, officers: [first, stolen, ceremony.officers[2]!] })).toThrow('重复')
    const foreign = { ...ceremony, officers: ceremony.officers.with(1, { ...second, officerId: 'somebody' }) }
    expect(refusal(() => checkCeremony(foreign)).officers).toEqual([2])
    expect(refusal(() => checkCeremony({ ...ceremony, ceremonyId: 'attempt-2' })).officers).toEqual([1, 2, 3])
    for (const threshold of [0, 1, 4, 1.5]) expect(() => checkCeremony({ ...ceremony, threshold })).toThrow('门限')
    expect(() => checkCeremony({ ...ceremony, officers: [first] })).toThrow('2 至 15')
  })
})

describe('opening', () => {
  let key: JointPublic
  let shares: string[]

  beforeAll(() => {
    const made = finish(team(2, 3))
    key = made.key
    shares = made.shares
  })

  it('finds one wrong point among many, a wrong share and an answer to other bids', () => {
    const parts = Array.from({ length: 20 }, (_, i) => encapsulate(key, { ...PLACE, bidderId: `b${i}` }).part)
    const answer = openPartially(key, parts, { index: 1, share: shares[0]! })
    expect(partialOk(key, parts, answer)).toBe(true)
    const lie = { ...answer, points: answer.points.with(7, hexOf(multiply(G, randomScalar()))) }
    expect(partialOk(key, parts, lie)).toBe(false)
    // Two errors that cancel in a plain sum.
    const [a, b] = [pointOf(answer.points[3]), pointOf(answer.points[4])]
    const cancel = answer.points.with(3, hexOf(a.add(G))).with(4, hexOf(b.subtract(G)))
    expect(partialOk(key, parts, { ...answer, points: cancel })).toBe(false)
    expect(partialOk(key, parts, openPartially(key, parts, { index: 1, share: shares[1]! }))).toBe(false)
    expect(partialOk(key, parts, { ...answer, by: 2 })).toBe(false)
    expect(partialOk(key, parts.toReversed(), answer)).toBe(false)
    expect(partialOk(key, parts.slice(1), { ...answer, points: answer.points.slice(1) })).toBe(false)
    expect(partialOk(key, parts, { ...answer, points: answer.points.with(0, 'ff'.repeat(32)) })).toBe(false)
    expect(partialOk(key, parts, { ...answer, by: 4 })).toBe(false)
  })

  it('takes no part of another bid, round or key', () => {
    const { part } = encapsulate(key, PLACE)
    expect(partOk(key, PLACE, part)).toBe(true)
    expect(partOk(key, { ...PLACE, bidderId: 'thief' }, part)).toBe(false)
    expect(partOk(key, { ...PLACE, round: 2 }, part)).toBe(false)
    expect(partOk(key, { ...PLACE, orderId: 'order-2' }, part)).toBe(false)
    expect(partOk(finish(team(2, 2)).key, PLACE, part)).toBe(false)
    expect(partOk(key, PLACE, { ...part, ephemeral: hexOf(multiply(G, randomScalar())) })).toBe(false)
    expect(partOk(key, PLACE, { ...part, ephemeral: '00'.repeat(32) })).toBe(false)
  })

  it('gives each file a secret of its own', () => {
    const { part, shared } = encapsulate(key, PLACE)
    const of = (context: number) => toHex(fileSecret(shared, { key, part, context: new Uint8Array(32).fill(context) }))
    expect(of(1)).toBe(of(1))
    expect(of(1)).not.toBe(of(2))
    expect(of(1)).toMatch(/^[0-9a-f]{64}$/)
  })
})

describe('the group', () => {
  it('reads canonical points and scalars only', () => {
    expect(() => pointOf(hexOf(Point.ZERO))).toThrow('point')
    expect(() => pointOf('ff'.repeat(32))).toThrow('point')
    expect(() => pointOf('00')).toThrow('point')
    expect(() => pointOf(undefined)).toThrow('point')
    expect(() => scalarOf('00'.repeat(32))).toThrow('scalar')
    expect(() => scalarOf('ff'.repeat(32))).toThrow('scalar')
    const one = scalarHex(1n)
    expect(one).toBe(`01${'00'.repeat(31)}`)
    expect(hexOf(multiply(G, scalarOf(one)))).toBe(hexOf(G))
  })

  it('has the base point of RFC 9496', () => {
    expect(hexOf(G)).toBe('e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76')
    expect(hexOf(multiply(G, 2n))).toBe('6a493210f7499cd17fecb510ae0cea23a110e8d5b901f8acadd3095c73a3b919')
  })
})
