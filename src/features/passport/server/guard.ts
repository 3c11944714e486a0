import { sql } from 'kysely'
import { DAY, MINUTE } from '#contract/time.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { FAILURES_PER_IP, FAILURES_PER_IP_MINUTES, LOCK_AFTER, LOCK_MINUTES } from '../rules.ts'

type Ctx = Context<Actor | null>

/** Wrong tries of one kind from one place, in a row. */
export interface Guard {
  subject: string
  failed: number
  lockedUntil: Date | null
}

/** Reads counters as they are, without holding up anybody. */
export async function peekGuards(ctx: Ctx, subjects: readonly string[]): Promise<Guard[]> {
  const now = ctx.clock.now()
  const rows = await ctx.many(
    'login_guard',
    { subject: subjects },
    { columns: ['subject', 'failed', 'failedAt', 'lockedUntil'] },
  )
  return subjects.map((subject) =>
    asGuard(
      subject,
      now,
      rows.find((row) => row.subject === subject),
    ),
  )
}

/** Reads and locks counters: parallel guesses come one after the other. */
export async function readGuards(ctx: Ctx, subjects: readonly string[]): Promise<Guard[]> {
  const now = ctx.clock.now()
  // Always in one order: two who lock the same counters wait for each other at the first.
  for (const subject of subjects.toSorted()) {
    await sql`insert into login_guard (subject, failed_at) values (${subject}, ${now}) on conflict do nothing`.execute(
      ctx.tx,
    )
    await sql`select 1 from login_guard where subject = ${subject} for update`.execute(ctx.tx)
  }
  return peekGuards(ctx, subjects)
}

/** One counter, read and locked. */
export async function readGuard(ctx: Ctx, subject: string): Promise<Guard> {
  const [guard] = await readGuards(ctx, [subject])
  return guard!
}

/** Counts a failure; at `lockAfter` the counter is locked for a while. After that it starts anew. */
export async function countFailure(ctx: Ctx, guard: Guard, lockAfter = LOCK_AFTER): Promise<Guard> {
  const now = ctx.clock.now()
  const failed = guard.failed + 1
  const lockedUntil = failed >= lockAfter ? new Date(now.getTime() + LOCK_MINUTES * MINUTE) : null
  await ctx.update('login_guard', { subject: guard.subject }, { failed, failedAt: now, lockedUntil })
  return { ...guard, failed, lockedUntil }
}

/** Forgets failures before a success, and counters nobody has touched for a day. */
export async function clearGuards(ctx: Ctx, subjects: readonly string[]): Promise<void> {
  const old = new Date(ctx.clock.now().getTime() - DAY)
  await ctx.remove('login_guard', { subject: subjects })
  // Rows that others work on are left for the next time.
  await sql`delete from login_guard where subject in
    (select subject from login_guard where failed_at < ${old} limit 100 for update skip locked)`.execute(ctx.tx)
}

/** The counter of secrets entered again within a session: whoever has no session of the person cannot touch it. */
export function ownSubject(ctx: Context<Actor>): string {
  return `session/${ctx.actor.sessionId}`
}

/** Failed log-ins from the caller's address of late, from the log of log-ins: the same for all processes. */
export async function failuresFromHere(ctx: Ctx): Promise<number> {
  const since = new Date(ctx.clock.now().getTime() - FAILURES_PER_IP_MINUTES * MINUTE)
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (
    select 1 from login_log where ip = ${ctx.ip} and at > ${since} and outcome <> 'success' limit ${FAILURES_PER_IP}) l`.execute(
    ctx.tx,
  )
  return rows[0]!.n
}

interface Row {
  failed: number
  failedAt: Date
  lockedUntil: Date | null
}

/** Failures count for a day, and no longer once the lock they caused is over. */
function asGuard(subject: string, now: Date, row: Row | undefined): Guard {
  if (!row) return { subject, failed: 0, lockedUntil: null }
  const isOver = row.lockedUntil !== null && row.lockedUntil <= now
  const failed = isOver || now.getTime() - row.failedAt.getTime() > DAY ? 0 : row.failed
  return { subject, failed, lockedUntil: isOver ? null : row.lockedUntil }
}
