import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { hashPassword } from '#features/passport/server/public.ts'
import type { Actor } from '#server/actor.ts'
import type { Context, Kernel } from '#server/context.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Caller } from '#server/implement.ts'

/** The password that new accounts of this tenant begin with; null: they have none and log in by SMS code. */
export async function defaultPassword(db: Pick<Tx, 'selectFrom'>, tenantId: number): Promise<string | null> {
  const row = await db
    .selectFrom('tenant')
    .select(sql<string | null>`config->>'defaultPassword'`.as('password'))
    .where('id', '=', tenantId)
    .executeTakeFirst()
  return row?.password ?? null
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
 * The account with this mobile number. Whoever has none gets one: with the hash given, flagged as a default password, or
 * without a password where there is none.
 */
export async function accountFor(
  ctx: Context<Actor | null>,
  person: { mobile: string; name: string; hash: string | null; isDefault?: boolean },
): Promise<{ userId: string; isNew: boolean }> {
  const { mobile, name, hash, isDefault = true } = person
  const id = ctx.newId()
  await ctx.tx
    .insertInto('app_user')
    .values({
      id,
      account: mobile,
      mobile,
      nickname: name,
      password_hash: hash,
      is_default_password: hash !== null && isDefault,
      created_at: ctx.clock.now(),
    })
    .onConflict((c) => c.doNothing())
    .execute()
  const user = await ctx.tx.selectFrom('app_user').select('id').where('mobile', '=', mobile).executeTakeFirst()
  if (!user) throw new AppError('conflict', '该手机号已被其他账号用作登录名，请联系平台管理员')
  return { userId: user.id, isNew: user.id === id }
}

interface Joining {
  companyId: string
  userId: string
  name: string
  email: string
  departmentId: string | null
  isSigner: boolean
  directRights: readonly string[]
}

/**
 * Makes a person an employee of a company; somebody who was deleted comes back under the same record. Null when the
 * person is an employee there already. Roles and the union of rights are the caller's to add.
 */
export async function join(ctx: Context<Actor | null>, who: Joining): Promise<string | null> {
  const values = {
    department_id: who.departmentId,
    name: who.name,
    email: who.email,
    status: 1,
    is_admin: false,
    is_signer: who.isSigner,
    rights: [...who.directRights],
    direct_rights: [...who.directRights],
  }
  const added = await ctx.tx
    .insertInto('employee')
    .values({
      tenant_id: ctx.tenantId,
      id: ctx.newId(),
      company_id: who.companyId,
      user_id: who.userId,
      created_at: ctx.clock.now(),
      ...values,
    })
    .onConflict((c) =>
      c
        .columns(['tenant_id', 'company_id', 'user_id'])
        .doUpdateSet({ ...values, deleted_at: null })
        .where('employee.deleted_at', 'is not', null),
    )
    .returning('id')
    .executeTakeFirst()
  if (!added) return null
  ctx.actorChanged(who.userId)
  return added.id
}
