import type { z } from 'zod'
import { AppError } from '#contract/errors.ts'
import { HOUR } from '#contract/time.ts'
import type { Employee } from '#server/actor.ts'
import { type Context, KeptRefusal } from '#server/context.ts'
import type { Sealed } from '#server/secrecy/sealed.ts'
import type * as c from '../contract/services.ts'
import { CardStatus } from '../rules/enums.ts'
import { maskedAccount } from '../rules/identifiers.ts'
import { ownCompany } from './access.ts'
import { amountFor, CARD_EVENT, channelOf } from './payout.ts'

type Ctx = Context<Employee>
const S = CardStatus.values

export const CARD_TRIES = 3
const CARD_HOURS = 48
const MOST_CARDS = 10

export async function cards(ctx: Ctx): Promise<z.output<typeof c.bankCards.returns>> {
  const company = await ownCompany(ctx)
  const rows = await own(ctx).selectAll().orderBy('isDefault', 'desc').orderBy('id', 'desc').execute()
  return {
    cards: rows.map((row) => ({
      id: row.id,
      bank: row.bank,
      branch: row.branch,
      accountName: row.accountName,
      accountNo: numberOf(ctx, row),
      status: row.status as 0 | 1 | 2,
      triesLeft: CARD_TRIES - row.tries,
      expiresAt: row.expiresAt.toISOString(),
      isDefault: row.isDefault,
      createdAt: row.createdAt.toISOString(),
      verifiedAt: row.verifiedAt?.toISOString() ?? null,
    })),
    channel: channelOf(ctx.config.mode)?.kind ?? 'none',
    accountName: company.name,
  }
}

/** Adds an account in the company's certified name and has a small amount sent to it. */
export async function add(ctx: Ctx, body: z.output<typeof c.addBankCard.body>): Promise<{ id: string }> {
  if (!channelOf(ctx.config.mode)) throw new AppError('unavailable', '本平台尚未接入银行验证通道，暂不能绑定账户')
  const company = await ownCompany(ctx)
  const existing = await own(ctx).select('id').execute()
  const known = await own(ctx)
    .select('id')
    .where('accountNoHash', 'in', ctx.cipher.hashes('bank_card.account_no', body.accountNo))
    .executeTakeFirst()
  if (known) throw new AppError('conflict', '该账户已经绑定')
  if (existing.length >= MOST_CARDS) throw new AppError('conflict', `最多绑定${MOST_CARDS}个账户`)
  const id = ctx.newId()
  const now = ctx.clock.now()
  await ctx.insert('bank_card', {
    id,
    companyId: company.id,
    bank: body.bank,
    branch: body.branch,
    accountName: company.name,
    ...ctx.cipher.fields('bank_card.account_no', id, body.accountNo),
    expiresAt: new Date(now.getTime() + CARD_HOURS * HOUR),
    createdBy: ctx.actor.userId,
    createdAt: now,
  })
  record(ctx, id, { action: 'card.add', summary: `绑定银行账户 ${maskedAccount(body.accountNo)}` })
  ctx.emit({ kind: CARD_EVENT, payload: { cardId: id, identity: ctx.actor.workbench ?? 'supplier' } })
  return { id }
}

/** Compares the amount named with the one sent. A wrong one counts, although the call is refused. */
export async function verify(ctx: Ctx, id: string, amount: string): Promise<void> {
  const card = await locked(ctx, id)
  if (card.status !== S.waiting) throw new AppError('wrongState')
  if (card.expiresAt <= ctx.clock.now()) throw new AppError('wrongState', '验证已过期，请删除账户后重新绑定')
  if (amount !== amountFor(ctx.key('bank card'), id)) {
    const tries = card.tries + 1
    const isOver = tries >= CARD_TRIES
    await update(ctx, id, { tries, ...(isOver ? { status: S.failed } : {}) })
    if (isOver) record(ctx, id, { action: 'card.fail', summary: `银行账户 ${numberOf(ctx, card)} 验证失败` })
    const left = CARD_TRIES - tries
    const message = isOver ? '金额不正确，验证失败，请删除账户后重新绑定' : `金额不正确，还可尝试${left}次`
    throw new KeptRefusal(new AppError('invalid', message, [{ path: 'amount', message }]))
  }
  const hasDefault = await own(ctx).select('id').where('isDefault', '=', true).executeTakeFirst()
  await update(ctx, id, { status: S.verified, verifiedAt: ctx.clock.now(), isDefault: !hasDefault })
  record(ctx, id, { action: 'card.verified', summary: `银行账户 ${numberOf(ctx, card)} 验证通过` })
}

export async function makeDefault(ctx: Ctx, id: string): Promise<void> {
  const card = await locked(ctx, id)
  if (card.status !== S.verified) throw new AppError('wrongState', '只有已验证的账户可以设为默认')
  if (card.isDefault) return
  await ctx.update('bank_card', { companyId: ctx.actor.companyId, isDefault: true }, { isDefault: false })
  await update(ctx, id, { isDefault: true })
  record(ctx, id, { action: 'card.default', summary: `默认账户改为 ${numberOf(ctx, card)}` })
}

/** Removes an account; the default falls to the account verified last. */
export async function remove(ctx: Ctx, id: string): Promise<void> {
  const card = await locked(ctx, id)
  await ctx.remove('bank_card', { id })
  record(ctx, id, { action: 'card.remove', summary: `解绑银行账户 ${numberOf(ctx, card)}` })
  if (!card.isDefault) return
  const next = await own(ctx)
    .select('id')
    .where('status', '=', S.verified)
    .orderBy('verifiedAt', 'desc')
    .executeTakeFirst()
  if (next) await update(ctx, next.id, { isDefault: true })
}

/** An account of the own company, locked; all changes of a company's accounts come one after the other. */
async function locked(ctx: Ctx, id: string) {
  const rows = await own(ctx).selectAll().orderBy('id').forUpdate().execute()
  const card = rows.find((row) => row.id === id)
  if (!card) throw new AppError('notFound')
  return card
}

function own(ctx: Ctx) {
  return ctx.tx
    .selectFrom('bank_card')
    .where('tenantId', '=', ctx.tenantId)
    .where('companyId', '=', ctx.actor.companyId)
}

async function update(
  ctx: Ctx,
  id: string,
  set: { status?: number; tries?: number; isDefault?: boolean; verifiedAt?: Date },
): Promise<void> {
  await ctx.update('bank_card', { id }, set)
}

/** Masked, as it is shown and recorded. */
function numberOf({ cipher }: Ctx, card: { id: string; accountNo: Sealed }): string {
  return maskedAccount(cipher.open('bank_card.account_no', card.id, card.accountNo))
}

function record(ctx: Ctx, id: string, fact: { action: string; summary: string }): void {
  ctx.audit({ ...fact, entity: 'bank-card', entityId: id })
}
