import type { Subscriber } from '#server/events.ts'
import { today } from './rows.ts'
import { BEGIN, dropPlans, END } from './plan.ts'
import { begin } from './signing.ts'
import { record } from './access.ts'

/** Agreements begin and end by themselves; what holds is told by the days alone, whether a timer has come or not. */
export const timers: readonly Subscriber[] = [
  {
    name: 'frame-agreements: begin on the first day',
    kind: BEGIN,
    async handle(ctx, { payload }) {
      const row = await ctx.expectOne('frame_agreement', { id: String(payload.agreementId) }, { lock: 'update' })
      if (row.state === 'signed' && row.fromDay <= today(ctx)) await begin(ctx, row)
    },
  },
  {
    name: 'frame-agreements: end behind the last day',
    kind: END,
    async handle(ctx, { payload }) {
      const row = await ctx.expectOne('frame_agreement', { id: String(payload.agreementId) }, { lock: 'update' })
      if ((row.state !== 'inForce' && row.state !== 'signed') || row.untilDay >= today(ctx)) return
      const at = ctx.clock.now()
      const ended = { endedAt: at, endReason: `有效期至 ${row.untilDay}，已届满`, updatedAt: at }
      await ctx.update('frame_agreement', { id: row.id }, { state: 'expired', ...ended })
      await dropPlans(ctx, row.id)
      record(ctx, row, { action: 'expire', summary: `框架协议到期：有效期至 ${row.untilDay}` })
      ctx.emit({ kind: 'frame.ended', payload: { agreementId: row.id, to: 'expired' } })
    },
  },
]
