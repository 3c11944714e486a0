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
      ctx.many('draw', { subject }, { columns: ['frozenAt', 'frozen', 'dueAt', 'drawnAt'] }),
    )
    const next = waiting.find((one) => one.frozenAt !== null && one.drawnAt === null)
    if (!next) return
    if (Date.now() > end) throw new Error('a draw is still being made')
    const until = next.dueAt ?? new Date((next.frozen as { revealUntil: string }).revealUntil)
    const ms = until.getTime() - kernel.clock.now().getTime()
    if (ms > 0) await movableClock!.advance(ms)
    kernel.wake()
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
