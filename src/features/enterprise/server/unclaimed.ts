import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { findCompany } from './access.ts'

type Ctx = Context<Actor>

/** Whoever writes about a code waits for the others: two tenants may certify a company, and agencies know it by its code alone. */
export async function lockCode(ctx: Ctx, code: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`company/${code}`}, 7))`.execute(ctx.tx)
}

/**
 * The company with this code, which has no account here: the one that is known already, or a new one of which nothing is known
 * but what is given. Throws `wrongState` where it is certified at this tenant.
 */
export async function companyWithoutAccount(ctx: Ctx, given: { name: string; creditCode: string }): Promise<string> {
  const { name, creditCode } = given
  await lockCode(ctx, creditCode)
  const known = await ctx.one('company', { creditCode }, { columns: ['id'] })
  if (!known) return insertUnclaimed(ctx, given)
  const here = await findCompany(ctx, known.id)
  if (here?.isCertified)
    throw new AppError(
      'wrongState',
      here.isPurchaser
        ? `${name}已在本平台认证，新建项目时可直接选择`
        : `${name}已在本平台认证，请联系其开通采购人服务`,
    )
  return known.id
}

/** A name that was only noted gives way to the company that is certified under it. */
export async function releaseName(ctx: Ctx, { name, code }: { name: string; code: string }): Promise<void> {
  await ctx.tx
    .updateTable('company')
    .set({ name: sql<string>`name || '（' || credit_code || '）'` })
    .where('name', '=', name)
    .where('isClaimed', '=', false)
    .where('creditCode', '<>', code)
    .execute()
}

/** Names are unique; where this one is taken, the code tells them apart. */
async function insertUnclaimed(ctx: Ctx, { name, creditCode }: { name: string; creditCode: string }): Promise<string> {
  const id = ctx.newId()
  const row = { id, creditCode, companyType: 1, legalPerson: '', isClaimed: false, createdAt: ctx.clock.now() }
  for (const one of [name, `${name}（${creditCode}）`]) {
    const made = await ctx.tx
      .insertInto('company')
      .values({ ...row, name: one })
      .onConflict((c) => c.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (made) return made.id
  }
  throw new AppError('invalid', '该单位名称已被占用', [{ path: 'name', message: '请核对单位名称' }])
}
