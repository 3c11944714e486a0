import { sql } from 'kysely'
import { type ClosedDraw, commitmentOf, type FrozenDraw } from '#contract/draw.ts'
import { closedHash, frozenHash, namedHash } from '#contract/draw-steps.ts'
import { inContext, type Kernel } from '#server/context.ts'
import type { Finding } from '#server/feature.ts'
import { type Any, type DrawRow, namedOf, resultOf, sharesOf } from './rows.ts'

/** What the facts of a draw's steps hold, each as it was first recorded. */
interface Told {
  action: string
  drawId: string
  data: { hash?: string; id?: string; commitment?: string; value?: string; result?: unknown; signature?: string | null }
}

/** Compares every draw with the facts of its steps, and with what follows from itself; names what was altered. */
export async function checkDraws(kernel: Kernel, tenantId: number): Promise<Finding[]> {
  return inContext(kernel, { tenantId, actor: null, readOnly: 'snapshot' }, async (ctx) => {
    const { rows: facts } = await sql<Told>`
      select body->>'action' as action, body->>'entityId' as "drawId", body->'data' as data
      from audit_entry where tenant_id = ${tenantId} and body->>'entity' = 'draw' and body->>'action' like 'draw.%'
      order by seq nulls last, at`.execute(ctx.tx)
    const byDraw = Map.groupBy(facts, ({ drawId }) => drawId)
    const found: Finding[] = []
    for (const [id, told] of byDraw) {
      const row = await ctx.one('draw', { id })
      const fault = row ? await faultOf(ctx, row, told) : '已登记，但记录被删除'
      if (fault) found.push({ what: 'draw', id, message: `抽取${row ? `「${row.title}」` : ` ${id} `}${fault}` })
    }
    return found
  })
}

async function faultOf(ctx: Any, row: DrawRow, told: readonly Told[]): Promise<string | null> {
  const of = (action: string) => told.find((one) => one.action === `draw.${action}`)?.data
  const frozen = row.frozen as FrozenDraw | null
  const closed = row.closed as ClosedDraw | null
  const named = namedOf(row)
  const steps: [step: string, hash: Buffer | null, computed: string | null, name: string][] = [
    ['prepared', row.operatorHash, row.operatorSeed && commitmentOf(row.operatorSeed.toString('hex')), '平台的承诺'],
    ['frozen', row.frozenHash, frozen && frozenHash(frozen), '冻结的事项'],
    ['closed', row.closedHash, closed && closedHash(closed), '揭示截止的记录'],
    ['named', row.namedHash, named && namedHash(named), '信标轮次'],
  ]
  for (const [step, hash, computed, name] of steps) {
    const stated = of(step)?.hash ?? null
    const kept = hash?.toString('hex') ?? null
    if (stated !== kept || (computed !== null && computed !== kept)) return `的${name}与记录时不一致，已被改动`
  }
  const made = of('made')
  const sameSeed = (made?.signature ?? null) === (row.signature?.toString('hex') ?? null)
  const sameResult = JSON.stringify(made?.result ?? []) === JSON.stringify(resultOf(row))
  if (!sameSeed || !sameResult) return '的结果与记录时不一致，已被改动'
  const shares = await sharesOf(ctx, row.id)
  const whole = (action: string, field: 'commitment' | 'value') =>
    told
      .filter((one) => one.action === `draw.${action}`)
      .every(({ data }) => shares.some((one) => one.id === data.id && one[field]?.toString('hex') === data[field]))
  return whole('committed', 'commitment') && whole('revealed', 'value')
    ? null
    : '的参与方承诺或随机数与记录时不一致，已被改动'
}
