import { bindRow } from '#server/bound-rows.ts'
import { BOND_DECISIONS } from './bound.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { BondStanding } from '../contract/bond.ts'
import { BOND_STATES, judgeBond } from '../rules/bond-terms.ts'
import { methodOf } from '../methods/all.ts'
import { reached } from '../engine/states.ts'
import { OrderSettings } from '../rules/settings.ts'
import type { Order } from './access.ts'
import { bondRegister } from './bond-port.ts'
import type { Finding } from '../contract/shared.ts'

type Any = Context<Actor | null>

export interface BondStandings {
  of: (tradeId: string) => BondStanding | null
  onFault: 'warn' | 'block'
}

/**
 * How the bonds of an order stand, by trade: `of` answers null before quotes are open, since who pays a bond tells who
 * bids. `asOf`: what was on record then, for records that are fixed.
 */
export async function bondStandings(ctx: Any, order: Order, asOf?: Date | null): Promise<BondStandings> {
  const { bond: terms } = OrderSettings.parse(order.settings)
  const isOpen = reached(order, 'read')
  if (!isOpen) return { of: () => null, onFault: terms.onFault }
  const rows = await bondRegister().of(ctx, order.id)
  const decisions = await ctx.many(
    'bond_decision',
    { orderId: order.id },
    { columns: ['tradeId', 'accepted', 'reason', 'decidedAt'] },
  )
  return {
    onFault: terms.onFault,
    of: (tradeId) => {
      const row = rows.find((one) => one.tradeId === tradeId && (!asOf || one.paidRecordedAt <= asOf))
      const decision = decisions.find((one) => one.tradeId === tradeId)
      const verdict = judgeBond(
        { amount: order.bond, bidEnd: order.bidEnd, terms },
        row && {
          amount: row.amount,
          form: row.form,
          paidOn: row.paidOn,
          recordedAt: row.paidRecordedAt,
        },
      )
      return {
        ...verdict,
        label: BOND_STATES[verdict.state],
        decision: decision
          ? { accepted: decision.accepted, reason: decision.reason, at: decision.decidedAt.toISOString() }
          : null,
      }
    },
  }
}

/** Puts the committee's decisions on record, once the review is concluded and nothing changes them any more. */
export async function recordBondDecisions(
  ctx: Any,
  order: Pick<Order, 'id'>,
  decisions: readonly { tradeId: string; accepted: boolean; fault: string; reason: string; at: Date }[],
): Promise<void> {
  if (decisions.length === 0) return
  await ctx.insert(
    'bond_decision',
    decisions.map(({ tradeId, accepted, fault, reason, at }) => ({
      orderId: order.id,
      tradeId,
      accepted,
      fault,
      reason,
      decidedAt: at,
    })),
  )
  for (const { tradeId } of decisions) bindRow(ctx, BOND_DECISIONS, [order.id, tradeId])
  ctx.audit({
    action: 'bond.decided',
    entity: 'bond',
    entityId: order.id,
    summary: `评标委员会对投标保证金作出认定 ${decisions.length} 项`,
    data: decisions,
  })
}

/**
 * What stands against these candidates because of their bonds: a fault that the documents put to the committee and that
 * it has not accepted blocks; every other one, and a record made after the deadline, is to be acknowledged.
 */
export async function bondFindings(
  ctx: Any,
  order: Order,
  candidates: readonly { tradeId: string; supplierName: string }[],
): Promise<Finding[]> {
  const standings = await bondStandings(ctx, order)
  // Without a review there is no committee that might accept it: the documents alone decide.
  const noCommittee =
    methodOf(order.method).review !== 'hall' ? '；采购文件规定保证金不符合要求的不得确定为成交供应商' : ''
  return candidates.flatMap(({ tradeId, supplierName }): Finding[] => {
    const bond = standings.of(tradeId)
    if (!bond || (!bond.isFault && !bond.isLateRecord)) return []
    const accepted = bond.decision?.accepted === true
    const blocks = bond.isFault && standings.onFault === 'block' && !accepted
    const note = accepted
      ? `；评标委员会已予接受：${bond.decision!.reason}`
      : bond.isFault
        ? blocks
          ? noCommittee
          : ''
        : '；于投标截止后登记'
    return [
      {
        ruleId: 'bond-standing',
        citation: '《招标投标法实施条例》第二十六条',
        title: '保证金符合采购文件要求',
        ok: false,
        severity: blocks ? 'block' : 'warn',
        message: `${supplierName}：${bond.detail}${note}`,
      },
    ]
  })
}
