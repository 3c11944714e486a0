import { sql } from 'kysely'
import { hashPassword, passwordFaultOf, readPolicy, usersByMobile } from '#features/passport/server/public.ts'
import type { Actor } from '#server/actor.ts'
import type { Context, Kernel } from '#server/context.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Caller } from '#server/implement.ts'

/**
 * The password that new accounts of this tenant begin with; null: they have none and log in by SMS code. One that does not
 * fit the tenant's own rule for passwords is none: nobody may begin with what nobody may choose.
 */
export async function defaultPassword(db: Pick<Tx, 'selectFrom'>, tenantId: number): Promise<string | null> {
  const row = await db
    .selectFrom('tenant')
    .select(sql<string | null>`config->>'defaultPassword'`.as('password'))
    .where('id', '=', tenantId)
    .executeTakeFirst()
  if (row?.password == null) return null
  const fault = await passwordFaultOf(await readPolicy({ tx: db, tenantId }), { password: row.password })
  return fault === null ? row.password : null
}

/** `prepare` of routes that may open accounts or reset them: hashing runs outside the transaction. */
export async function prepareDefaultPassword(
  kernel: Kernel,
  _input: unknown,
  { tenantId }: Caller,
): Promise<string | null> {
  const password = await defaultPassword(kernel.db, tenantId)
  return password === null ? null : hashPassword(password)
}

/**
 * The account with this mobile number. Whoever has none gets one. `openedBy`: the company that opens it, with the first
 * password (or none) that it knows; without one the number was proven, and the password is the person's own.
 */
export async function accountFor(
  ctx: Context<Actor | null>,
  person: { mobile: string; name: string; hash: string | null; openedBy: string | null },
): Promise<{ userId: string; isNew: boolean }> {
  const { mobile, name, hash, openedBy } = person
  const known = await usersByMobile(ctx, mobile).select('id').executeTakeFirst()
  if (known) return { userId: known.id, isNew: false }
  const id = ctx.newId()
  await ctx.tx
    .insertInto('app_user')
    .values({
      id,
      ...ctx.cipher.fields('app_user.mobile', id, mobile),
      nickname: name,
      passwordHash: hash,
      isDefaultPassword: hash !== null && openedBy !== null,
      unprovenTenantId: openedBy === null ? null : ctx.tenantId,
      unprovenCompanyId: openedBy,
      createdAt: ctx.clock.now(),
    })
    .onConflict((c) => c.doNothing())
    .execute()
  const user = await usersByMobile(ctx, mobile).select('id').executeTakeFirstOrThrow()
  return { userId: user.id, isNew: user.id === id }
}
