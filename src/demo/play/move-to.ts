import { sql } from 'kysely'
import { settle } from '#server/events.ts'
import type { System } from '#server/system.ts'

/** Moves the clock forward to an instant; what is due meanwhile happens first. */
export async function moveTo({ movableClock, kernel }: System, at: Date): Promise<void> {
  const ms = at.getTime() - kernel.clock.now().getTime()
  if (ms > 0) await movableClock!.advance(ms)
  for (let i = 0; i < 200; i++) {
    kernel.wake()
    const { rows } = await sql<{
      n: number
    }>`select count(*)::int as n from timer where fired_at is null and due_at <= ${kernel.clock.now()}`.execute(
      kernel.db,
    )
    if (rows[0]!.n === 0) break
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  await settle(kernel, 60_000)
}
