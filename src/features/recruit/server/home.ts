import { sql } from 'kysely'
import type { Todo, HomeSource } from '#server/feature.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { isFree } from '#features/workflow/server/public.ts'
import { applyPlace, callPlace, recruitPlace, type Side } from '../rules/places.ts'
import { ApplyStatus } from '../rules/trade.ts'
import { RECRUIT_SUBJECT, RIGHT } from './access.ts'
import { owesFee } from './own.ts'

const S = ApplyStatus.values

/** What waits for those who check and conclude calls, and for suppliers that have to mend or pay. */
export const home: HomeSource = {
  todos(ctx, limit) {
    const { workbench, companyId } = ctx.actor
    if (companyId === null) return Promise.resolve([])
    if (workbench === 'supplier') return ctx.actor.rights.has('bidding') ? ofSupplier(ctx, limit) : Promise.resolve([])
    return workbench === 'purchaser' || workbench === 'agency' ? ofOwner(ctx, workbench, limit) : Promise.resolve([])
  },
}

async function ofOwner(ctx: Context<Actor>, side: Side, limit: number): Promise<Todo[]> {
  const { companyId, userId, rights } = ctx.actor
  const keeps = rights.has(RIGHT)
  const now = ctx.clock.now()
  const rows = await ctx.tx
    .selectFrom('recruit_order as o')
    .select(['o.id', 'o.title', 'o.state', 'o.endsAt', 'o.createdBy'])
    .select((e) =>
      e
        .exists(
          e
            .selectFrom('recruit_trade as t')
            .select('t.id')
            .whereRef('t.tenantId', '=', 'o.tenantId')
            .whereRef('t.orderId', '=', 'o.id')
            .where('t.status', '=', S.pending),
        )
        .as('isPending'),
    )
    .where('o.tenantId', '=', ctx.tenantId)
    .where('o.ownerCompanyId', '=', companyId)
    .where('o.ownerSide', '=', side)
    .where('o.state', 'in', ['recruiting', 'ended', 'drafted'])
    .where('o.endsAt', '<=', sql<Date>`case o.state when 'recruiting' then ${now}::timestamptz else 'infinity' end`)
    .where(isFree(ctx, RECRUIT_SUBJECT, 'o.id'))
    .$if(!keeps, (q) => q.where(sql<boolean>`o.assist @> array[${userId}::uuid]`))
    .orderBy('o.endsAt')
    .limit(limit)
    .execute()
  return rows.flatMap((row) => {
    if (!row.isPending && !keeps) return []
    const [label, page] = row.isPending
      ? (['审核入库申请', 'trades'] as const)
      : row.state === 'drafted'
        ? (['公布征集结果', 'result'] as const)
        : (['拟定征集结果', 'result'] as const)
    return {
      key: `recruit:${row.id}`,
      kind: 'company' as const,
      isMine: row.createdBy === userId,
      label,
      title: row.title,
      link: recruitPlace(side, row.id, page),
      dueAt: null,
    }
  })
}

async function ofSupplier(ctx: Context<Actor>, limit: number): Promise<Todo[]> {
  const rows = await ctx.tx
    .selectFrom('recruit_trade as t')
    .innerJoin('recruit_order as o', (j) => j.onRef('o.tenantId', '=', 't.tenantId').onRef('o.id', '=', 't.orderId'))
    .select(['o.id as orderId', 'o.title', 'o.endsAt', 't.id', 't.status', 't.createdBy'])
    .where('t.tenantId', '=', ctx.tenantId)
    .where('t.supplierCompanyId', '=', ctx.actor.companyId!)
    .where((e) =>
      e.or([
        owesFee,
        e.and([e('t.status', '=', S.sentBack), e('o.state', '=', 'recruiting'), e('o.endsAt', '>', ctx.clock.now())]),
      ]),
    )
    .orderBy('o.endsAt')
    .limit(limit)
    .execute()
  return rows.map((row) => {
    const isBack = row.status === S.sentBack
    return {
      key: `recruit-${isBack ? 'mend' : 'fee'}:${row.id}`,
      kind: 'company' as const,
      isMine: row.createdBy === ctx.actor.userId,
      label: isBack ? '修改入库申请' : '缴纳入库服务费',
      title: row.title,
      link: isBack ? applyPlace(row.orderId, row.id) : callPlace(row.orderId),
      dueAt: isBack ? row.endsAt : null,
    }
  })
}
