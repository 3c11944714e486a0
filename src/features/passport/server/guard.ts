import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { DAY, MINUTE } from '#contract/time.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import {
  CAPTCHA_AFTER,
  CAPTCHAS_PER_IP,
  CAPTCHAS_PER_IP_MINUTES,
  FAILURES_PER_IP,
  FAILURES_PER_IP_MINUTES,
  LOCK_AFTER,
  LOCK_MINUTES,
} from '../rules.ts'

type Ctx = Context<Actor | null>

/** How an account stands with wrong passwords. */
export interface Guard {
  subject: string
  needsCaptcha: boolean
  lockedUntil: Date | null
}

/** Reads and locks the counter of an account: parallel guesses come one after the other. */
export async function readGuard(ctx: Ctx, subject: string): Promise<Guard> {
  const now = ctx.clock.now()
  await sql`insert into login_guard (subject, failed_at) values (${subject}, ${now}) on conflict do nothing`.execute(
    ctx.tx,
  )
  const row = await ctx.tx
    .selectFrom('login_guard')
    .select(['failed', 'failed_at', 'locked_until'])
    .where('subject', '=', subject)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const lockedUntil = row.locked_until && row.locked_until > now ? row.locked_until : null
  return { subject, needsCaptcha: countsNow(row, now) >= CAPTCHA_AFTER, lockedUntil }
}

/** Counts a failure; locks the account at the limit. After a lock has ended the count starts anew. */
export async function countFailure(ctx: Ctx, { subject }: Guard): Promise<Guard> {
  const now = ctx.clock.now()
  const row = await ctx.tx
    .selectFrom('login_guard')
    .select(['failed', 'failed_at', 'locked_until'])
    .where('subject', '=', subject)
    .executeTakeFirstOrThrow()
  const failed = countsNow(row, now) + 1
  const lockedUntil = failed >= LOCK_AFTER ? new Date(now.getTime() + LOCK_MINUTES * MINUTE) : null
  await ctx.tx
    .updateTable('login_guard')
    .set({ failed, failed_at: now, locked_until: lockedUntil })
    .where('subject', '=', subject)
    .execute()
  return { subject, needsCaptcha: failed >= CAPTCHA_AFTER, lockedUntil }
}

/** Forgets the failures of an account that got in, and counters nobody has touched for a day. */
export async function clearGuard(ctx: Ctx, subject: string): Promise<void> {
  const old = new Date(ctx.clock.now().getTime() - DAY)
  await ctx.tx.deleteFrom('login_guard').where('subject', '=', subject).execute()
  // Rows that others work on are left for the next time.
  await sql`delete from login_guard where subject in
    (select subject from login_guard where failed_at < ${old} limit 100 for update skip locked)`.execute(ctx.tx)
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

/** Counts a picture for the caller's address, in a row that is forgotten as those of accounts are; throws `tooMany`. */
export async function demandCaptchaLeft(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now()
  const since = new Date(now.getTime() - CAPTCHAS_PER_IP_MINUTES * MINUTE)
  const { rows } = await sql<{ n: number }>`insert into login_guard as g (subject, failed, failed_at)
    values (${`captcha/${ctx.ip}`}, 1, ${now})
    on conflict (subject) do update set
      failed = case when g.failed_at < ${since} then 1 else g.failed + 1 end,
      failed_at = case when g.failed_at < ${since} then ${now} else g.failed_at end
    returning failed as n`.execute(ctx.tx)
  if (rows[0]!.n > CAPTCHAS_PER_IP) throw new AppError('tooMany')
}

/** Failures count for a day, and no longer once the lock they caused is over. */
function countsNow(row: { failed: number; failed_at: Date; locked_until: Date | null }, now: Date): number {
  if (row.locked_until && row.locked_until <= now) return 0
  return now.getTime() - row.failed_at.getTime() > DAY ? 0 : row.failed
}
