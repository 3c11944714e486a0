import { formatTime } from '#contract/time.ts'
import type { JointView } from '../contract-joint.ts'
import { DecryptState } from '../rules.ts'
import { JOINT_OPENING, JointStatus } from '../rules-joint.ts'
import type { Order } from './access.ts'
import { type Any, type Joint, jointFacts, jointOf, statusOf } from './joint-access.ts'

/** What everybody in the hall sees of a joint-key opening. */
export function jointView(joint: Joint): JointView {
  const { row, key, answers, states } = joint
  const status = statusOf(row)
  const listed = row.bids?.map((bid) => states.get(bid.tradeId)) ?? []
  const held = [...states.values()].filter((state) => state === DecryptState.values.held).length
  return {
    status,
    statusLabel: JointStatus.label(status),
    threshold: key.threshold,
    fingerprint: key.fingerprint,
    closedAt: row.closedAt?.toISOString() ?? null,
    begunAt: row.begunAt?.toISOString() ?? null,
    doneAt: row.doneAt?.toISOString() ?? null,
    officers: key.officers.map(({ index, name, companyName, role, isExcused }) => {
      const own = answers.filter((answer) => answer.idx === index)
      const true_ = own.find((answer) => answer.holds)
      return {
        index,
        name,
        companyName,
        role,
        state: stateOf({ isTrue: true_ !== undefined, isExcused, isRefused: own.length > 0 }),
        answeredAt: true_?.at.toISOString() ?? null,
        lies: own.filter((answer) => !answer.holds).length,
      }
    }),
    released: row.bids?.length ?? held,
    processed: listed.filter((state) => state !== DecryptState.values.held).length,
  }
}

/** The joint part of a hall for its page, with what the host may do; null in bidder-key mode and before the start. */
export async function hallJoint(ctx: Any, order: Order, part: 'host' | 'observer' | 'bidder') {
  const joint = await jointOf(ctx, order)
  if (!joint) return null
  const who = { part: part === 'host' ? ('host' as const) : ('none' as const) }
  const actions = JOINT_OPENING.allowed(jointFacts(joint, null), who, ctx.clock.now().getTime())
  return { view: jointView(joint), actions }
}

/** What the opening sheet says of it, as title and text. */
export async function jointSheetFacts(ctx: Any, order: Order): Promise<[string, string][]> {
  const joint = await jointOf(ctx, order)
  if (!joint) return []
  const view = jointView(joint)
  const names = (state: State) =>
    view.officers.filter((officer) => officer.state === state).map((officer) => officer.name)
  const liars = view.officers.filter((officer) => officer.lies > 0).map((officer) => officer.name)
  const missing = [...names('waiting'), ...names('refused')]
  return [
    ['开启方式', `联合密钥：${view.officers.length} 名保管人，${view.threshold} 名共同开启`],
    ['联合密钥指纹', view.fingerprint],
    ['截止提交密钥', formatTime(view.closedAt, true)],
    ['参与开启的保管人', names('answered').join('、') || '无'],
    ...(names('excused').length > 0 ? [['回避的保管人', names('excused').join('、')] as [string, string]] : []),
    ...(missing.length > 0 ? [['未参与开启的保管人', missing.join('、')] as [string, string]] : []),
    ...(liars.length > 0 ? [['提交结果不成立的保管人', liars.join('、')] as [string, string]] : []),
  ]
}

type State = JointView['officers'][number]['state']

function stateOf(officer: { isTrue: boolean; isExcused: boolean; isRefused: boolean }): State {
  if (officer.isTrue) return 'answered'
  if (officer.isExcused) return 'excused'
  return officer.isRefused ? 'refused' : 'waiting'
}
