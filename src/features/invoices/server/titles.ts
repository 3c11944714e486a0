import { AppError } from '#contract/errors.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { TitleKind } from '../rules/enums.ts'

type Ctx = Context<Employee>

/** What stands on an invoice about who pays. */
export interface Title {
  titleKind: number
  title: string
  taxNo: string
  address: string
  phone: string
  bank: string
  accountNo: string
  email: string
}

const MOST_TITLES = 20

/** Titles that the company used before, the last one first; at least its own certified name. */
export async function titlesOf(ctx: Ctx): Promise<(Title & { titleId: string | null })[]> {
  const { companyId } = ctx.actor
  const rows = await ctx.many('invoice_title', { companyId }, { orderBy: ['usedAt desc', 'id'], limit: MOST_TITLES })
  const kept = rows.map((row) => ({
    titleId: row.id,
    titleKind: row.titleKind,
    title: row.name,
    taxNo: row.taxNo,
    address: row.address,
    phone: ctx.cipher.open('invoice_title.phone', row.id, row.phone),
    bank: row.bank,
    accountNo: ctx.cipher.open('invoice_title.account_no', row.id, row.accountNo),
    email: row.email,
  }))
  const { name, creditCode } = await ctx.expectOne('company', { id: companyId }, { columns: ['name', 'creditCode'] })
  if (kept.some(({ title, taxNo }) => title === name && taxNo === creditCode)) return kept
  const blank = { address: '', phone: '', bank: '', accountNo: '', email: '' }
  const titleKind = TitleKind.values.enterprise
  return [...kept, { titleId: null, titleKind, title: name, taxNo: creditCode, ...blank }]
}

/** Keeps a title for the next time; the same one is brought up to date. */
export async function keepTitle(ctx: Ctx, { title: name, phone, accountNo, ...rest }: Title): Promise<void> {
  const { companyId } = ctx.actor
  const { titleKind, taxNo } = rest
  const found = await ctx.one('invoice_title', { companyId, titleKind, name, taxNo }, { columns: ['id'] })
  const id = found?.id ?? ctx.newId()
  const values = {
    ...rest,
    ...ctx.cipher.fields('invoice_title.phone', id, phone),
    ...ctx.cipher.fields('invoice_title.account_no', id, accountNo),
    usedAt: ctx.clock.now(),
  }
  if (found) await ctx.update('invoice_title', { id }, values)
  else
    await ctx.tx
      .insertInto('invoice_title')
      .values({ tenantId: ctx.tenantId, id, companyId, name, ...values })
      // Two first applications at once: the other one has kept it.
      .onConflict((c) => c.doNothing())
      .execute()
}

export async function removeTitle(ctx: Ctx, id: string): Promise<void> {
  const { companyId } = ctx.actor
  if ((await ctx.remove('invoice_title', { id, companyId })) === 0) throw new AppError('notFound')
}
