import type * as z from 'zod'
import { AppError } from '#contract/errors.ts'
import { usersByMobile } from '#features/passport/server/public.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { type addExpert, type ExpertFields, ExpertStatus, type updateExpert } from '../contract.ts'
import { demandOwnFiles, filesOf, putFiles } from './files.ts'
import { libraryOf } from './library.ts'
import { demandMajors } from './majors.ts'

type Ctx = Context<Actor>
type Fields = z.output<typeof ExpertFields>

type NewExpert = Omit<z.output<typeof addExpert.body>, 'files'> & {
  files?: readonly { fileId: string; name: string }[]
}

/**
 * Adds an expert to a library, the own one unless told. Throws `conflict` when the person is in it already. Files are the
 * caller's to check.
 */
export async function add(ctx: Ctx, body: NewExpert, library = libraryOf(ctx.actor)): Promise<{ expertId: string }> {
  const { files = [], ...fields } = body
  await demandMajors(ctx, body.majors)
  const userId = await accountOf(ctx, body)
  const expertId = ctx.newId()
  const added = await ctx.tx
    .insertInto('expert')
    .values({
      tenantId: ctx.tenantId,
      id: expertId,
      userId,
      companyId: library,
      ...ctx.cipher.fields('expert.mobile', expertId, body.mobile),
      createdAt: ctx.clock.now(),
      ...columns(fields),
    })
    .onConflict((c) => c.columns(['tenantId', 'userId', 'companyId']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) throw new AppError('conflict', '该手机号对应的专家已在专家库中')
  await putFiles(ctx, expertId, files)
  record(ctx, expertId, { action: 'expert.add', summary: `新增专家${body.name}` })
  ctx.actorChanged(userId)
  return { expertId }
}

/** Changes an expert of the own library; committees already formed keep what they had. */
export async function update(
  ctx: Ctx,
  expertId: string,
  { files, ...body }: z.output<typeof updateExpert.body>,
): Promise<void> {
  const before = await ownExpert(ctx, expertId)
  await demandMajors(ctx, body.majors, before.majors)
  if (files) {
    const kept = (await filesOf(ctx, expertId)).map((f) => f.fileId)
    await demandOwnFiles(ctx, files, kept)
    await putFiles(ctx, expertId, files)
  }
  await ctx.update('expert', { id: expertId }, columns(body))
  const changed = Object.entries(columns(body)).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key as keyof typeof before]),
  )
  record(ctx, expertId, {
    action: 'expert.update',
    summary: `修改专家${body.name}`,
    data: {
      ...(files ? { files } : {}),
      ...Object.fromEntries(changed.map(([key, to]) => [key, { from: before[key as keyof typeof before], to }])),
    },
  })
}

export async function setStatus(ctx: Ctx, expertId: string, to: { status: number; reason: string }): Promise<void> {
  const { status, reason } = to
  const before = await ownExpert(ctx, expertId)
  if (before.status === status) return
  if (status === ExpertStatus.values.forbidden && reason.length < 2)
    throw new AppError('invalid', '请填写停用原因', [{ path: 'reason', message: '请填写停用原因' }])
  await ctx.update('expert', { id: expertId }, { status })
  record(ctx, expertId, {
    action: 'expert.status',
    summary: `${ExpertStatus.label(status)}专家${before.name}`,
    data: { status, reason },
  })
  ctx.actorChanged(before.userId)
}

/** An expert of the library kept, locked unless told otherwise, or `notFound`. */
export async function ownExpert(ctx: Ctx, expertId: string, lock = true) {
  const library = libraryOf(ctx.actor)
  const row = await ctx.tx
    .selectFrom('expert')
    .selectAll()
    .where('tenantId', '=', ctx.tenantId)
    .where('id', '=', expertId)
    .where('companyId', library === null ? 'is' : '=', library)
    .$if(lock, (q) => q.forUpdate())
    .executeTakeFirst()
  if (!row) throw new AppError('notFound')
  return row
}

/** The account with this mobile number; whoever has none gets one without a password, to log in by SMS code. */
async function accountOf(ctx: Ctx, person: { mobile: string; name: string }): Promise<string> {
  const { mobile, name } = person
  const known = await usersByMobile(ctx, mobile).select('id').executeTakeFirst()
  if (known) return known.id
  const id = ctx.newId()
  await ctx.tx
    .insertInto('app_user')
    .values({ id, ...ctx.cipher.fields('app_user.mobile', id, mobile), nickname: name, createdAt: ctx.clock.now() })
    .onConflict((c) => c.doNothing())
    .execute()
  return (await usersByMobile(ctx, mobile).select('id').executeTakeFirstOrThrow()).id
}

function columns(body: Fields) {
  const { name, kind, employer, employerCode, majors, title, region, city, since } = body
  return { name, kind, employer, employerCode, majors, title, region, city, since }
}

function record(ctx: Ctx, expertId: string, fact: { action: string; summary: string; data?: unknown }): void {
  ctx.audit({ ...fact, entity: 'expert', entityId: expertId })
}
