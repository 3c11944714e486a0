import { AppError } from '#contract/errors.ts'
import { notify } from '#features/messages/server/public.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { implementForPerson, type Route } from '#server/implement.ts'
import * as c from '../contract-audit.ts'
import { ApplicationKind, AuditStatus } from '../rules/enums.ts'
import { filesOf } from './files.ts'
import { ownExpert } from './keeping.ts'
import { relativesOf } from './library.ts'
import { NULL } from '#server/database/records.ts'

type Ctx = Context<Actor>

const KEEPER = { workbench: ['purchaser', 'agency'], right: 'expertManagement' } as const
const PLATFORM = '平台专家库'

/** A company's experts, shared with its hierarchy at once and with the platform's library after an audit. */
export const shareRoutes: readonly Route[] = [
  implementForPerson(c.sharedRecords, KEEPER, async (ctx, { params }) => {
    const expert = await companyExpert(ctx, params.expertId)
    const relatives = await relativesOf(ctx, expert.companyId)
    const rows = await ctx.tx
      .selectFrom('expert_share as s')
      .leftJoin('company as c', 'c.id', 's.companyId')
      .selectAll('s')
      .select('c.name as company')
      .where('s.tenantId', '=', ctx.tenantId)
      .where('s.expertId', '=', expert.id)
      .orderBy('s.id', 'desc')
      .limit(200)
      .execute()
    const relationOf = (id: string | null) =>
      id === null
        ? 'platform'
        : relatives.above.includes(id)
          ? 'above'
          : relatives.below.includes(id)
            ? 'below'
            : 'none'
    const live = new Set(rows.filter((r) => r.endedAt === null).map((r) => r.companyId))
    const names = await companyNames(ctx, relatives.all)
    const pending = await pendingShare(ctx, expert.id)
    return {
      expertName: expert.name,
      isPending: pending,
      rows: rows.map((row) => ({
        shareId: row.id,
        companyId: row.companyId,
        companyName: row.company ?? PLATFORM,
        relation: relationOf(row.companyId) as 'platform',
        note: row.note,
        sharedByName: row.sharedByName,
        sharedAt: row.sharedAt.toISOString(),
        endedByName: row.endedByName,
        endedAt: row.endedAt?.toISOString() ?? null,
        endReason: row.endReason,
      })),
      targets: [
        ...(live.has(null) || pending ? [] : [{ companyId: null, name: PLATFORM, relation: 'platform' as const }]),
        ...relatives.all
          .filter((id) => !live.has(id))
          .map((id) => ({ companyId: id, name: names.get(id) ?? '', relation: relationOf(id) as 'above' })),
      ],
    }
  }),

  implementForPerson(c.shareExpert, KEEPER, async (ctx, { params, body }) => {
    const expert = await companyExpert(ctx, params.expertId, true)
    if (expert.status !== 1) throw new AppError('wrongState', '已停用的专家不能共享')
    if (body.companyId === null) return askPlatform(ctx, expert, body.note)
    const relatives = await relativesOf(ctx, expert.companyId)
    if (!relatives.all.includes(body.companyId)) throw new AppError('notFound')
    const name = (await companyNames(ctx, [body.companyId])).get(body.companyId) ?? ''
    await insertShare(ctx, { expertId: expert.id, companyId: body.companyId, note: body.note, byName: ctx.actor.name })
    ctx.audit({
      action: 'expert.share',
      entity: 'expert',
      entityId: expert.id,
      summary: `将专家${expert.name}共享给${name}`,
      data: body,
    })
    for (const identity of ['purchaser', 'agency'] as const)
      await notify(ctx, {
        to: { companyId: body.companyId, right: 'expertManagement' },
        identity,
        kind: 'expert.shared',
        title: `${ctx.actor.companyName}向贵单位共享了专家`,
        content: `${expert.name}（${expert.employer}），可在专家库中查看，并可在抽取时选用。`,
        link: `/expert/manage/${expert.id}/detail`,
      })
  }),

  implementForPerson(c.endShare, KEEPER, async (ctx, { params, body }) => {
    const expert = await companyExpert(ctx, params.expertId, true)
    const own = ctx.tx
      .updateTable('expert_share')
      .set({ endedAt: ctx.clock.now(), endedByName: ctx.actor.name, endReason: body.reason })
      .where('tenantId', '=', ctx.tenantId)
      .where('expertId', '=', expert.id)
      .where('id', '=', params.shareId)
    const ended = await own.where('endedAt', 'is', null).returning('companyId').executeTakeFirst()
    if (!ended) {
      const known = await ctx.one('expert_share', { expertId: expert.id, id: params.shareId }, { columns: ['id'] })
      throw known ? new AppError('wrongState', '共享已结束') : new AppError('notFound')
    }
    ctx.audit({
      action: 'expert.share-end',
      entity: 'expert',
      entityId: expert.id,
      summary: `结束专家${expert.name}的共享：${body.reason}`,
      data: { companyId: ended.companyId },
    })
  }),
]

/** Throws `conflict` when it is shared there already. */
export async function insertShare(
  ctx: Ctx,
  share: { expertId: string; companyId: string | null; note: string; byName: string },
): Promise<void> {
  const added = await ctx.tx
    .insertInto('expert_share')
    .values({
      tenantId: ctx.tenantId,
      id: ctx.newId(),
      expertId: share.expertId,
      companyId: share.companyId,
      note: share.note,
      sharedByName: share.byName,
      sharedAt: ctx.clock.now(),
    })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) throw new AppError('conflict', '已共享，无需重复操作')
}

async function askPlatform(ctx: Ctx, expert: CompanyExpert, note: string): Promise<void> {
  const shared = await ctx.one(
    'expert_share',
    { expertId: expert.id, companyId: NULL, endedAt: NULL },
    { columns: ['id'] },
  )
  if (shared || (await pendingShare(ctx, expert.id))) throw new AppError('conflict', '已共享或正在审核')
  const { name, kind, employer, employerCode, majors, title, region, city, since } = expert
  const id = ctx.newId()
  const files = await filesOf(ctx, expert.id)
  await ctx.insert('expert_application', {
    id,
    kind: ApplicationKind.values.shared,
    libraryId: null,
    companyId: expert.companyId,
    expertId: expert.id,
    ...ctx.cipher.fields('expert_application.mobile', id, ctx.cipher.open('expert.mobile', expert.id, expert.mobile)),
    content: JSON.stringify({
      name,
      kind,
      employer,
      employerCode,
      majors,
      title,
      region,
      city,
      since,
      files,
      statement: note,
    }),
    appliedBy: ctx.actor.userId,
    appliedByName: ctx.actor.name,
    appliedAt: ctx.clock.now(),
  })
  ctx.audit({
    action: 'expert.apply',
    entity: 'expert-application',
    entityId: id,
    summary: `申请将专家${name}共享至平台专家库`,
  })
  ctx.emit({ kind: 'expert.applied', payload: { applicationId: id } })
}

type CompanyExpert = Awaited<ReturnType<typeof ownExpert>> & { companyId: string }

/** An expert of the own company's library, or `notFound`. */
async function companyExpert(ctx: Ctx, expertId: string, lock = false): Promise<CompanyExpert> {
  const row = await ownExpert(ctx, expertId, lock)
  if (row.companyId === null) throw new AppError('notFound')
  return row as CompanyExpert
}

async function pendingShare(ctx: Ctx, expertId: string): Promise<boolean> {
  const row = await ctx.one('expert_application', { expertId, status: AuditStatus.values.pending }, { columns: ['id'] })
  return row !== undefined
}

async function companyNames(ctx: Ctx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.many('company', { id: [...ids] }, { columns: ['id', 'name'] })
  return new Map(rows.map((row) => [row.id, row.name]))
}
