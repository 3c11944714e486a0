import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { SmsAnswer } from '#features/messages/server/public.ts'
import { isUnsubscribing } from '../rules/text.ts'
import { type Any, ORIGIN } from './access.ts'
import { settleTask } from './settle.ts'
import { takeBack } from './take-back.ts'

/** A company's or a number's wish to get no more text messages of an owner. */
type Who = { companyId: string } | { mobile: string }

/** What becomes of a recipient who unsubscribed before its message left. */
export const SKIPPED = { state: 'skipped', reason: '发送前已退订' } as const

interface Reached {
  companyId: string
  mobile: string
}

/** Tells of each of these whether it unsubscribed: its company, or its number. */
export async function optedOut(
  ctx: Any,
  ownerCompanyId: string,
  reached: readonly Reached[],
): Promise<(one: Reached) => boolean> {
  if (reached.length === 0) return () => false
  const hashes = new Map(
    reached
      .filter(({ mobile }) => mobile !== '')
      .flatMap(({ mobile }) =>
        ctx.cipher.hashes('sms_optout.mobile', mobile).map((hash) => [hash as unknown as string, mobile] as const),
      ),
  )
  const rows = await ctx.tx
    .selectFrom('sms_optout')
    .select(['companyId', 'mobileHash'])
    .where('tenantId', '=', ctx.tenantId)
    .where('ownerCompanyId', '=', ownerCompanyId)
    .where('endedAt', 'is', null)
    .execute()
  const companies = new Set(rows.map(({ companyId }) => companyId))
  const numbers = new Set(rows.flatMap(({ mobileHash }) => hashes.get(mobileHash as unknown as string) ?? []))
  return ({ companyId, mobile }) => companies.has(companyId) || numbers.has(mobile)
}

/**
 * Held by whoever reads or changes who unsubscribed from an owner and then hands texts over or takes them back: of the two the
 * second sees what the first did, so nothing slips through between them.
 */
export async function lockOptouts({ tx, tenantId }: Any, ownerCompanyId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sms-optout:${tenantId}:${ownerCompanyId}`}, 0))`.execute(
    tx,
  )
}

/** From now on nothing of this owner is sent to the company or number, also of tasks under way; said before, it changes nothing. */
export async function unsubscribe(
  ctx: Any,
  ownerCompanyId: string,
  { who, byName }: { who: Who; byName: string },
): Promise<void> {
  await lockOptouts(ctx, ownerCompanyId)
  const found = await activeOf(ctx, ownerCompanyId, who)
  if (found.length > 0) return
  const id = ctx.newId()
  const ofWhom =
    'mobile' in who
      ? ctx.cipher.fields('sms_optout.mobile', id, who.mobile)
      : { companyId: who.companyId, mobile: ctx.cipher.seal('sms_optout.mobile', id, '') }
  await ctx.insert('sms_optout', { id, ownerCompanyId, ...ofWhom, byName, at: ctx.clock.now() })
  note(ctx, ownerCompanyId, { id, action: 'unsubscribe', summary: `退订采购人短信（${byName}）` })
  await skipWaiting(ctx, ownerCompanyId, who)
}

/** Sends again from now on; nothing that was left out meanwhile is made up for. */
export async function subscribe(
  ctx: Any,
  ownerCompanyId: string,
  { who, byName }: { who: Who; byName: string },
): Promise<void> {
  await lockOptouts(ctx, ownerCompanyId)
  for (const { id } of await activeOf(ctx, ownerCompanyId, who)) {
    await ctx.update('sms_optout', { id }, { endedAt: ctx.clock.now(), endedByName: byName })
    note(ctx, ownerCompanyId, { id, action: 'subscribe', summary: `恢复接收采购人短信（${byName}）` })
  }
}

/** Wishes of a company or number that hold. */
export async function activeOf(ctx: Any, ownerCompanyId: string, who: Who) {
  return ctx.tx
    .selectFrom('sms_optout')
    .select(['id', 'byName', 'at'])
    .where('tenantId', '=', ctx.tenantId)
    .where('ownerCompanyId', '=', ownerCompanyId)
    .where('endedAt', 'is', null)
    .$if('companyId' in who, (q) => q.where('companyId', '=', (who as { companyId: string }).companyId))
    .$if('mobile' in who, (q) =>
      q.where('mobileHash', 'in', ctx.cipher.hashes('sms_optout.mobile', (who as { mobile: string }).mobile)),
    )
    .execute()
}

/**
 * A number answered, and whoever sent may read it. T unsubscribes it from the purchaser whose text it answers; where the gateway does not say which, from the
 * one whose text it got last. What was said before it subscribed again does not count.
 */
export async function takeAnswer(ctx: Any, { mobile, text, at, textId }: SmsAnswer): Promise<void> {
  const hashes = ctx.cipher.hashes('sms_recipient.mobile', mobile)
  const last = await ctx.tx
    .selectFrom('sms_recipient as r')
    .innerJoin('sms_task as t', (j) => j.onRef('t.tenantId', '=', 'r.tenantId').onRef('t.id', '=', 'r.taskId'))
    .select(['r.id', 't.ownerCompanyId'])
    .where('r.tenantId', '=', ctx.tenantId)
    .where('r.mobileHash', 'in', hashes)
    .where('r.handedAt', 'is not', null)
    .$if(textId !== null, (q) => q.where((e) => e.or([e('r.textId', '=', textId!), e('r.formerTextId', '=', textId!)])))
    .orderBy('r.handedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last) return
  const { ownerCompanyId } = last
  await keepAnswer(ctx, last.id, { text, at })
  if (!isUnsubscribing(text)) return
  const again = await ctx.tx
    .selectFrom('sms_optout')
    .select('id')
    .where('tenantId', '=', ctx.tenantId)
    .where('ownerCompanyId', '=', ownerCompanyId)
    .where('mobileHash', 'in', ctx.cipher.hashes('sms_optout.mobile', mobile))
    .where('endedAt', '>=', at)
    .limit(1)
    .executeTakeFirst()
  if (!again) await unsubscribe(ctx, ownerCompanyId, { who: { mobile }, byName: '短信回复退订' })
}

/** Stores an answer once, however often the gateway tells it. */
async function keepAnswer(ctx: Any, recipientId: string, { text, at }: { text: string; at: Date }): Promise<void> {
  if (text.trim() === '') return
  await ctx.tx
    .insertInto('sms_answer')
    .values({ tenantId: ctx.tenantId, id: ctx.newId(), recipientId, text: text.trim(), at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Takes back what has not left yet, of every task of the owner. */
async function skipWaiting(ctx: Any, ownerCompanyId: string, who: Who): Promise<void> {
  const waiting = () =>
    ctx.tx
      .selectFrom('sms_recipient as r')
      .innerJoin('sms_task as t', (j) => j.onRef('t.tenantId', '=', 'r.tenantId').onRef('t.id', '=', 'r.taskId'))
      .where('r.tenantId', '=', ctx.tenantId)
      .where('t.ownerCompanyId', '=', ownerCompanyId)
      .where('t.state', 'in', ['scheduled', 'sending'])
      .where('r.state', 'in', ['waiting', 'queued'])
      .$if('companyId' in who, (q) => q.where('r.companyId', '=', (who as { companyId: string }).companyId))
      .$if('mobile' in who, (q) =>
        q.where('r.mobileHash', 'in', ctx.cipher.hashes('sms_recipient.mobile', (who as { mobile: string }).mobile)),
      )
  const tasks = await waiting().select('t.id').distinct().orderBy('t.id').execute()
  for (const { id } of tasks) {
    const task = await ctx.expectOne('sms_task', { id }, { lock: 'update' })
    const rows = await waiting().where('t.id', '=', id).select(['r.id', 'r.state', 'r.textId']).execute()
    await takeBack(ctx, task, { rows, ...SKIPPED })
    await settleTask(ctx, task)
  }
}

/** Purchasers whose texts the company got, or from whom it unsubscribed; anybody else does not exist for it. */
export async function demandSender(ctx: Any, ownerCompanyId: string, companyId: string): Promise<void> {
  const known = await ctx.tx
    .selectFrom('sms_recipient as r')
    .innerJoin('sms_task as t', (j) => j.onRef('t.tenantId', '=', 'r.tenantId').onRef('t.id', '=', 'r.taskId'))
    .select('r.id')
    .where('r.tenantId', '=', ctx.tenantId)
    .where('r.companyId', '=', companyId)
    .where('t.ownerCompanyId', '=', ownerCompanyId)
    .where('r.handedAt', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  if (!known) throw new AppError('notFound')
}

function note(
  ctx: Any,
  ownerCompanyId: string,
  { id, action, summary }: { id: string; action: string; summary: string },
): void {
  ctx.audit({ action: `${ORIGIN}.${action}`, entity: 'sms-optout', entityId: id, summary, data: { ownerCompanyId } })
}
