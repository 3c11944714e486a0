import { sql } from 'kysely'
import type * as z from 'zod'
import { AppError } from '#contract/errors.ts'
import { CompanyType } from '#contract/company-type.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { sendAssociation } from '../contract/associations.ts'
import { RelationKind, RelationStatus } from '../contract/shared.ts'
import { type AssociationAction, associationStatus } from '../rules/association-status.ts'
import { ancestorsOf } from './public.ts'

type Ctx = Context<Employee>

const S = RelationStatus.values
const NATURAL_PERSON = CompanyType.values.naturalPerson

/** Asks another company. What was cancelled, refused, ignored or ended before is asked for anew. */
export async function send(
  ctx: Ctx,
  { companyId: otherId, kind, message }: z.output<typeof sendAssociation.body>,
): Promise<{ associationId: string }> {
  const { companyId } = ctx.actor
  if (otherId === companyId)
    throw new AppError('invalid', '不能关联本企业', [{ path: 'companyId', message: '不能关联本企业' }])
  // A natural person is nobody's parent or child, and strangers are not told of one.
  const other = await associable(ctx).where('c.id', '=', otherId).executeTakeFirst()
  if (!other) throw new AppError('notFound', '企业不存在或未认证')
  if (!(await associable(ctx).where('c.id', '=', companyId).executeTakeFirst()))
    throw new AppError('wrongState', '自然人不能建立上下级企业关联')
  await lockTree(ctx)
  const [parentId, childId] = kind === RelationKind.values.child ? [companyId, otherId] : [otherId, companyId]
  await refuseTie(ctx, { parentId, childId })
  const before = await ctx.one(
    'company_association',
    { parentCompanyId: parentId, childCompanyId: childId },
    { lock: 'update' },
  )
  if (before?.status === S.asked) {
    const whose =
      before.senderCompanyId === companyId
        ? '已向该企业发送申请，请等待对方处理'
        : '对方已发来申请，请在“收到的申请”中处理'
    throw new AppError('conflict', whose)
  }
  const associationId = before?.id ?? ctx.newId()
  const now = ctx.clock.now()
  const values = {
    senderCompanyId: companyId,
    status: S.asked,
    message,
    answer: '',
    sentBy: ctx.actor.userId,
    sentAt: now,
    decidedBy: null,
    decidedAt: null,
  }
  await ctx.tx
    .insertInto('company_association')
    .values({
      tenantId: ctx.tenantId,
      id: associationId,
      parentCompanyId: parentId,
      childCompanyId: childId,
      ...values,
    })
    .onConflict((c) => c.columns(['tenantId', 'parentCompanyId', 'childCompanyId']).doUpdateSet(values))
    .execute()
  tell(ctx, associationId, { action: 'send', otherId })
  return { associationId }
}

/** Companies of this tenant that can be associated: certified, in use, no natural persons. */
export function associable(ctx: Ctx) {
  return ctx.tx
    .selectFrom('company_tenant as t')
    .innerJoin('company as c', 'c.id', 't.companyId')
    .select(['c.id as companyId', 'c.name', 'c.creditCode as creditCode'])
    .where('t.tenantId', '=', ctx.tenantId)
    .where('t.isCertified', '=', true)
    .where('t.status', '=', 1)
    .where('c.companyType', '<>', NATURAL_PERSON)
}

interface Act {
  action: Exclude<AssociationAction, 'disassociate'>
  answer?: string
  message?: string | undefined
}

/** One step of a request by one of its two sides; to others it does not exist. */
export async function act(ctx: Ctx, id: string, { action, answer, message }: Act): Promise<void> {
  await lockTree(ctx)
  const row = await ownAssociations(ctx).where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new AppError('notFound')
  const { companyId, userId } = ctx.actor
  const who = { isSender: row.senderCompanyId === companyId }
  const now = ctx.clock.now()
  const status = associationStatus.next(action, { record: row, who, now: now.getTime() })
  if (action === 'agree' || action === 'again')
    await refuseTie(ctx, { parentId: row.parentCompanyId, childId: row.childCompanyId })
  const changes =
    action === 'again'
      ? {
          sentBy: userId,
          sentAt: now,
          message: message ?? row.message,
          answer: '',
          decidedBy: null,
          decidedAt: null,
        }
      : { decidedBy: userId, decidedAt: now, answer: answer ?? '' }
  await ctx.update('company_association', { id }, { status, ...changes })
  const otherId = row.parentCompanyId === companyId ? row.childCompanyId : row.parentCompanyId
  tell(ctx, id, { action, otherId })
}

/** Ends an association, from either side. */
export async function dropTie(ctx: Ctx, tie: { parentId?: string; childId: string }): Promise<void> {
  await lockTree(ctx)
  const row = await ownAssociations(ctx)
    .where('childCompanyId', '=', tie.childId)
    .$if(tie.parentId !== undefined, (q) => q.where('parentCompanyId', '=', tie.parentId!))
    .where('status', '=', S.associated)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('notFound')
  const { companyId, userId } = ctx.actor
  const who = { isSender: row.senderCompanyId === companyId }
  const now = ctx.clock.now()
  const status = associationStatus.next('disassociate', { record: row, who, now: now.getTime() })
  await ctx.update('company_association', { id: row.id }, { status, decidedBy: userId, decidedAt: now })
  const otherId = row.parentCompanyId === companyId ? row.childCompanyId : row.parentCompanyId
  tell(ctx, row.id, { action: 'disassociate', otherId })
}

/** A company has one parent, and nobody is above oneself. */
async function refuseTie(ctx: Ctx, { parentId, childId }: { parentId: string; childId: string }): Promise<void> {
  const [above] = await ancestorsOf(ctx, childId)
  if (above !== undefined) {
    const mine = childId === ctx.actor.companyId
    if (above === parentId) throw new AppError('wrongState', '双方已是上下级企业')
    throw new AppError('wrongState', mine ? '本企业已有上级企业，请先解除' : '对方已有上级企业')
  }
  if ((await ancestorsOf(ctx, parentId)).includes(childId))
    throw new AppError('wrongState', '不能将上级企业关联为下级企业')
}

/** Changes of the tree wait for one another: two that are right alone may make a ring together. */
async function lockTree(ctx: Ctx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`associations/${ctx.tenantId}`}, 8))`.execute(ctx.tx)
}

function ownAssociations(ctx: Ctx) {
  const { companyId } = ctx.actor
  return ctx.tx
    .selectFrom('company_association')
    .selectAll()
    .where('tenantId', '=', ctx.tenantId)
    .where((e) => e.or([e('parentCompanyId', '=', companyId), e('childCompanyId', '=', companyId)]))
}

const WORDS: Record<AssociationAction | 'send', string> = {
  send: '发送企业关联申请',
  again: '再次发送企业关联申请',
  cancel: '取消企业关联申请',
  agree: '同意企业关联申请',
  refuse: '拒绝企业关联申请',
  ignore: '忽略企业关联申请',
  disassociate: '解除企业关联',
}

function tell(
  ctx: Ctx,
  id: string,
  { action, otherId }: { action: AssociationAction | 'send'; otherId: string },
): void {
  ctx.audit({
    action: `association.${action}`,
    entity: 'association',
    entityId: id,
    summary: WORDS[action],
    data: { otherId },
  })
  ctx.emit({
    kind: 'association.changed',
    payload: { associationId: id, action, companyId: ctx.actor.companyId, companyName: ctx.actor.companyName, otherId },
    topics: [`company:${otherId}`],
  })
}
