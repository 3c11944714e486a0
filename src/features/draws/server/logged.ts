import { logRecord } from '#server/public-log.ts'
import type { Any } from './rows.ts'

interface Step {
  subject: string
  step: 'prepared' | 'frozen' | 'closed' | 'named'
  drawId: string
  /** Hex. */
  hash: string
}

const WORDS = {
  prepared: '登记平台随机数的承诺',
  frozen: '冻结抽取事项与参与方',
  closed: '截止揭示',
  named: '按日志头确定信标轮次',
} as const

/** Puts a step on record before the next can be known: in the audit chain and in the public log. */
export function logDraw(ctx: Any, { subject, step, drawId, hash }: Step): void {
  ctx.audit({
    action: `draw.${step}`,
    entity: 'draw',
    entityId: drawId,
    summary: WORDS[step],
    data: { subject, hash },
  })
  logRecord(ctx, { type: 'draw', subject, hash })
}
