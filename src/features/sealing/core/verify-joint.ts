import type { Check } from './check.ts'
import { check, demand, given } from './check.ts'
import { isJointPart } from './envelope-header.ts'
import type { Point } from './joint/group.ts'
import { checkJointKey, type JointKey, type JointPublic } from './joint/joint-key.ts'
import { combine, type JointPart, type PartialOpening, partialOk, partOk } from './joint/threshold.ts'

export const JOINT_OPENING_TYPE = 'kaibiao.joint-opening/1'

/** How the officers opened the bids of one order: all that is needed to do it again, and to name who did not tell the truth. */
export interface JointOpening {
  type: typeof JOINT_OPENING_TYPE
  tenantId: string
  orderId: string
  round: number
  key: JointKey
  /** The bids whose bidders released their part, in the order in which the officers answered. */
  bids: { bidderId: string; part: JointPart }[]
  /** Every answer that was given, true or not. */
  answers: PartialOpening[]
}

/** What a checked joint opening gives for checking the bids. */
export interface JointSecrets {
  key: JointPublic
  /** The point the officers opened for a bidder; undefined when the bidder was not among the bids. */
  sharedOf(bidderId: string): Point | undefined
}

/**
 * Checks a joint opening: how the key was made, that each bid's part is its own, which officers told the truth, and that
 * they suffice. `fingerprint`: of the joint key, as the notice published it. Never throws on bad input.
 */
export async function verifyJoint(
  opening: JointOpening,
  published: { fingerprint?: string | undefined },
): Promise<{ checks: Check[]; secrets: JointSecrets | undefined }> {
  const shape = await check('joint-record', '联合解密记录', () => {
    demand(isWhole(opening), '记录不完整')
    return '记录完整'
  })
  if (shape.ok !== true) return { checks: [shape], secrets: undefined }
  const { tenantId, orderId, round, bids, answers } = opening
  let key: JointPublic | undefined
  let points: Point[] | undefined

  const made = await check('joint-key', '联合密钥', () => {
    key = checkJointKey(opening.key)
    const { ceremony } = opening.key
    demand(ceremony.tenantId === tenantId && ceremony.orderId === orderId, '联合密钥不属于该采购单')
    return `${ceremony.officers.length} 名保管人共同生成，任意 ${key.threshold} 名可共同解密；分发与确认均成立`
  })
  if (made.ok !== true) return { checks: [made], secrets: undefined }

  const announced = await check('joint-published', '联合密钥与公告一致', () => {
    const fingerprint = given(published.fingerprint, '未提供公告，无法核对')
    demand(fingerprint === key!.fingerprint, '联合密钥与公告公布的不同')
    return `指纹 ${fingerprint.slice(0, 16)}… 一致`
  })
  const parts = bids.map((bid) => bid.part)
  const owned = await check('joint-parts', '投标的联合加密部分', () => {
    const wrong = bids.filter(({ bidderId, part }) => !partOk(key!, { tenantId, orderId, bidderId, round }, part))
    demand(wrong.length === 0, `不属于该投标人或该密钥：${wrong.map((bid) => bid.bidderId).join('、')}`)
    return `${bids.length} 份均由其投标人生成`
  })
  const honest = answers.filter((answer) => partialOk(key!, parts, answer))
  const officers = await check('joint-officers', '保管人的解密', () => {
    // A lie is on record and changes nothing: it is named, and any other officers suffice.
    const by = [...new Set(honest.map((answer) => answer.by))].toSorted((a, b) => a - b)
    const lies = answers.filter((answer) => !honest.includes(answer)).map((answer) => answer.by)
    points = by.length >= key!.threshold ? combine(key!, honest) : undefined
    demand(points !== undefined, `成立的解密只有 ${by.length} 份，需要 ${key!.threshold} 份`)
    const named = lies.length > 0 ? `；第 ${[...new Set(lies)].join('、')} 名提交的内容不成立，未采用` : ''
    return `第 ${by.join('、')} 名保管人的解密成立${named}`
  })
  const checks = [made, announced, owned, officers]
  if (!points || owned.ok !== true) return { checks, secrets: undefined }
  const shared = new Map(bids.map((bid, i) => [bid.bidderId, points![i]!]))
  return { checks, secrets: { key: key!, sharedOf: (bidderId) => shared.get(bidderId) } }
}

/** Enough of its shape that nothing below can trip over it. */
function isWhole({ bids, answers }: JointOpening): boolean {
  return (
    Array.isArray(bids) &&
    bids.every((bid) => typeof bid?.bidderId === 'string' && isJointPart(bid.part)) &&
    Array.isArray(answers) &&
    answers.every(
      (answer) => Array.isArray(answer?.points) && typeof answer.proof === 'object' && answer.proof !== null,
    )
  )
}
