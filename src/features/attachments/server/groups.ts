import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Page, PageQuery } from '#contract/page.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { implementForPerson, type Route } from '#server/implement.ts'
import { listPage } from '#server/search/list-page.ts'
import { includes } from '#server/search/includes.ts'
import * as c from '../contract/groups.ts'
import { attachmentValue, fileOf, ownAttachments } from './access.ts'

type Ctx = Context<Actor>

/** Groups of a company's attachments (or of a person's without one): made, filled, renamed, dissolved. */
export const groupRoutes: readonly Route[] = [
  implementForPerson(c.createGroup, {}, (ctx, { body }) => create(ctx, body)),
  implementForPerson(c.groupPage, {}, (ctx, { query }) => page(ctx, query)),
  implementForPerson(c.groupAttachments, {}, async (ctx, { params }) => {
    await ownGroup(ctx, params.id)
    return (await ofGroups(ctx, [params.id])).map((file) => attachmentValue(ctx, file))
  }),
  implementForPerson(c.groupsAttachments, {}, async (ctx, { query }) => {
    const groups = await ownGroups(ctx).where('g.id', 'in', query.groupIds).execute()
    const ids = groups.map((group) => group.id)
    const files = ids.length > 0 ? await ofGroups(ctx, ids) : []
    return groups.map(({ id, name }) => ({
      groupId: id,
      name,
      attachments: files.filter((file) => file.groupId === id).map((file) => attachmentValue(ctx, file)),
    }))
  }),
  implementForPerson(c.renameGroup, {}, (ctx, { params, body }) => rename(ctx, params.id, body.name)),
  implementForPerson(c.deleteGroup, {}, (ctx, { params }) => dissolve(ctx, params.id)),
  implementForPerson(c.moveAttachments, {}, (ctx, { body }) => move(ctx, body)),
]

type Group = Awaited<ReturnType<typeof ownGroup>>

/** A group of the caller's, or `notFound`. */
export async function ownGroup(ctx: Ctx, id: string) {
  const group = await ownGroups(ctx).where('g.id', '=', id).executeTakeFirst()
  if (!group) throw new AppError('notFound')
  return group
}

/** The same on a locked row: `share` for who puts something in, so that it is not dissolved meanwhile. */
export async function lockedGroup(ctx: Ctx, id: string, lock: 'share' | 'update'): Promise<Group> {
  const query = ownGroups(ctx).where('g.id', '=', id)
  const group = await (lock === 'share' ? query.forShare() : query.forUpdate()).executeTakeFirst()
  if (!group) throw new AppError('notFound')
  return group
}

function ownGroups(ctx: Ctx) {
  const { companyId, userId } = ctx.actor
  return ctx.tx
    .selectFrom('attachment_group as g')
    .select(['g.id', 'g.name', 'g.userId', 'g.userName', 'g.createdAt'])
    .where('g.tenantId', '=', ctx.tenantId)
    .where((e) =>
      companyId === null
        ? e.and([e('g.companyId', 'is', null), e('g.userId', '=', userId)])
        : e('g.companyId', '=', companyId),
    )
}

async function ofGroups(ctx: Ctx, ids: readonly string[]) {
  const rows = await ownAttachments(ctx)
    .where('a.groupId', 'in', [...ids])
    .orderBy('a.id')
    .limit(1000)
    .execute()
  return rows.map(fileOf)
}

async function page(ctx: Ctx, query: PageQuery): Promise<Page<c.AttachmentGroup>> {
  const { keyword } = query
  const found = ownGroups(ctx)
    .clearSelect()
    .$if(Boolean(keyword), (q) => q.where(includes(keyword!, ['g.name'])))
  const list = { alias: 'g', keys: ['id'], rows: () => found }
  const page = await listPage(ctx, { query, list, show: (page) => ownGroups(ctx).innerJoin(page, 'page.id', 'g.id') })
  const ids = page.rows.map((row) => row.id)
  const sums =
    ids.length === 0
      ? []
      : await ownAttachments(ctx)
          .clearSelect()
          .select(['a.groupId', sql<number>`count(*)::int`.as('n'), sql<number>`sum(f.size)::float8`.as('size')])
          .where('a.groupId', 'in', ids)
          .groupBy('a.groupId')
          .execute()
  return {
    ...page,
    rows: page.rows.map((row) => {
      const sum = sums.find((one) => one.groupId === row.id)
      return {
        groupId: row.id,
        name: row.name,
        count: sum?.n ?? 0,
        size: sum?.size ?? 0,
        makerName: row.userName,
        createdAt: row.createdAt.toISOString(),
        mayChange: mayChange(ctx, row),
      }
    }),
  }
}

async function create(ctx: Ctx, { name, attachmentIds }: { name: string; attachmentIds: string[] }) {
  const { userId, companyId, name: userName } = ctx.actor
  const groupId = ctx.newId()
  const who = { tenantId: ctx.tenantId, companyId, userId, userName }
  await ctx.tx
    .insertInto('attachment_group')
    .values({ ...who, id: groupId, name, createdAt: ctx.clock.now() })
    .execute()
  note(ctx, 'add', { id: groupId, name })
  const ids = [...new Set(attachmentIds)]
  if (ids.length === 0) return { groupId }
  const own = await ownAttachments(ctx).where('a.id', 'in', ids).where('a.groupId', 'is', null).forUpdate('a').execute()
  if (own.length < ids.length) throw new AppError('notFound', '附件不存在，或已属于其他分组')
  await put(ctx, groupId, ids)
  return { groupId }
}

async function rename(ctx: Ctx, id: string, name: string): Promise<void> {
  const group = await changeable(ctx, id)
  if (group.name === name) return
  await ctx.update('attachment_group', { id }, { name })
  note(ctx, 'rename', { id, name, before: group.name })
}

async function dissolve(ctx: Ctx, id: string): Promise<void> {
  const group = await changeable(ctx, id)
  // Deleted attachments too: their rows stay, and name no group that is gone.
  const { numUpdatedRows } = await ctx.tx
    .updateTable('attachment')
    .set({ groupId: null })
    .where('tenantId', '=', ctx.tenantId)
    .where('groupId', '=', id)
    .executeTakeFirstOrThrow()
  await ctx.remove('attachment_group', { id })
  note(ctx, 'delete', { id, name: group.name, attachments: Number(numUpdatedRows) })
}

async function move(ctx: Ctx, { groupId, attachmentIds }: { groupId: string | null; attachmentIds: string[] }) {
  const group = groupId === null ? null : await lockedGroup(ctx, groupId, 'share')
  const ids = [...new Set(attachmentIds)]
  const own = await ownAttachments(ctx).where('a.id', 'in', ids).orderBy('a.id').forUpdate('a').execute()
  if (own.length < ids.length) throw new AppError('notFound')
  const moving = own.filter((row) => row.groupId !== groupId).map((row) => row.id)
  if (moving.length === 0) return
  await put(ctx, groupId, moving)
  ctx.audit({
    action: 'attachment.move',
    entity: 'attachment-group',
    entityId: groupId ?? own[0]!.groupId!,
    summary: `${group ? `移入分组「${group.name}」` : '移出分组'}：附件 ${moving.length} 个`,
    data: { groupId, attachmentIds: moving },
  })
}

async function put(ctx: Ctx, groupId: string | null, ids: readonly string[]): Promise<void> {
  await ctx.update('attachment', { id: [...ids] }, { groupId })
}

async function changeable(ctx: Ctx, id: string): Promise<Group> {
  const group = await lockedGroup(ctx, id, 'update')
  if (!mayChange(ctx, group)) throw new AppError('forbidden', '只有创建人或企业管理员可以修改分组')
  return group
}

function mayChange({ actor }: Ctx, group: { userId: string }): boolean {
  return group.userId === actor.userId || actor.isAdmin
}

const SAID = { add: '新建附件分组', rename: '重命名附件分组', delete: '解散附件分组' } as const

function note(ctx: Ctx, what: keyof typeof SAID, facts: { id: string; name: string; [more: string]: unknown }): void {
  const { id, name } = facts
  ctx.audit({
    action: `attachment-group.${what}`,
    entity: 'attachment-group',
    entityId: id,
    summary: `${SAID[what]}：${name || '未命名'}`,
    data: facts,
  })
}
