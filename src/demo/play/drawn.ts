import { settle } from '#server/events.ts'
import { inContext } from '#server/context.ts'
import type { System } from '#server/system.ts'

/** Ms before what waits for something else than the clock is given up. */
const PATIENCE = 60_000

/** Moves the clock to where every draw of a subject that is frozen is made, and waits until it is. */
export async function drawn({ kernel, movableClock }: Pick<System, 'kernel' | 'movableClock'>, subject: string) {
  const end = Date.now() + PATIENCE
  for (;;) {
    await settle(kernel, PATIENCE)
    const waiting = await inContext(kernel, { tenantId: 1, actor: null, readOnly: true }, (ctx) =>
      ctx.tx
        .selectFrom('draw as d')
        .leftJoin('timer as t', (j) =>
          j
            .onRef('t.tenantId', '=', 'd.tenantId')
            .on((e) => e('t.key', '=', e(e.val('draw:'), '||', e.cast<string>('d.id', 'text')))),
        )
        .select(['t.dueAt', 't.firedAt'])
        .where('d.tenantId', '=', 1)
        .where('d.subject', '=', subject)
        .where('d.frozenAt', 'is not', null)
        .where('d.drawnAt', 'is', null)
        .limit(1)
        .execute(),
    )
    const [next] = waiting
    if (!next) return
    if (Date.now() > end) throw new Error('a draw is still being made')
    const ms = next.dueAt && next.firedAt === null ? next.dueAt.getTime() - kernel.clock.now().getTime() : 0
    if (ms > 0) await movableClock!.advance(ms)
    kernel.wake()
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
