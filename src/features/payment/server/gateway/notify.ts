import { type Context, inContext, type Kernel } from '#server/context.ts'
import type { Subscriber } from '#server/events.ts'
import { enqueue, type Work, type Worker } from '#server/work/worker.ts'
import type { ProviderCode } from '../../rules/enums.ts'
import { take } from '../notices.ts'
import { SIDES } from './gateway.ts'
import { NOTIFY } from './trades.ts'

type Ctx = Context<null>

/** Behind each try that was not answered well, as WeChat waits; then no more. */
const LADDER = [15, 15, 30, 180, 600, 1200, 1800, 1800, 1800, 3600, 10_800, 10_800, 10_800, 21_600, 21_600].map(
  (seconds) => seconds * 1000,
)
/** An answer that comes later is none. */
const ANSWER_MS = 5_000

/** Sends a notice of the gateway to our address; again, by the ladder, until it is answered as received. */
export const notifier: Worker = {
  kind: NOTIFY,
  atOnce: 6,
  attempts: 1000,
  async run(kernel, work) {
    const within = <T>(act: (ctx: Ctx) => Promise<T>) =>
      inContext(kernel, { tenantId: work.tenantId, actor: null }, act)
    const notice = await within((ctx) => ctx.one('gateway_notice', { id: work.subject }))
    if (!notice || notice.endedAt) return
    const answer = await deliver(kernel, work, notice)
    await within(async (ctx) => {
      const tries = notice.tries + 1
      const wait = LADDER[notice.tries]
      const isOver = answer.ok || wait === undefined
      const now = ctx.clock.now()
      await ctx.update(
        'gateway_notice',
        { id: notice.id },
        {
          tries,
          lastAnswer: answer.text.slice(0, 200),
          endedAt: isOver ? now : null,
        },
      )
      if (!isOver)
        await ctx.schedule(`${NOTIFY}:${notice.id}`, new Date(now.getTime() + wait), {
          kind: NOTIFY,
          payload: { noticeId: notice.id },
        })
    })
  },
}

export const noticeLadder: Subscriber = {
  name: 'payment gateway: send a notice again',
  kind: NOTIFY,
  handle: (ctx, { payload }) => enqueue(ctx, NOTIFY, String(payload.noticeId)),
}

async function deliver(kernel: Kernel, { tenantId }: Work, notice: Parameters<typeof noticeBytes>[2]) {
  const provider = notice.provider as ProviderCode
  const { body, headers } = await noticeBytes(kernel, tenantId, notice)
  const late = new Promise<'late'>((resolve) => setTimeout(resolve, ANSWER_MS, 'late').unref())
  const told = { tenantId, body: Buffer.from(body), headers, ip: 'local-gateway' }
  const answer = await Promise.race([take(kernel, provider, told), late])
  if (answer === 'late') return { ok: false, text: 'no answer within 5 s' }
  return { ok: SIDES[provider].isReceived(answer), text: `${answer.status} ${answer.body ?? ''}` }
}

/** A notice as it goes over the wire: bytes and signed headers, signed for this instant. */
export async function noticeBytes(
  kernel: Kernel,
  tenantId: number,
  notice: { id: string; provider: string; about: string; body: string },
): Promise<{ body: string; headers: Record<string, string> }> {
  const provider = notice.provider as ProviderCode
  const now = kernel.clock.now()
  const [kind, id = ''] = notice.about.split(':')
  const found = await inContext(kernel, { tenantId, actor: null, readOnly: true }, async (ctx) => {
    const refund = kind === 'refund' ? await ctx.one('gateway_refund', { id }) : null
    const trade = await ctx.one('gateway_trade', { id: refund?.tradeId ?? id })
    return { refund: refund ?? null, trade: trade! }
  })
  const { id: noticeId, body } = notice
  return SIDES[provider].notice(kernel, { tenantId, id: noticeId, body, ...found, now })
}
