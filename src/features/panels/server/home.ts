import { sql } from 'kysely'
import { codesWith } from '#features/procurement/methods/all.ts'
import { placeOf } from '#features/procurement/methods/places.ts'
import type { HomeSource, Todo } from '#server/feature.ts'
import { deskPlace } from '../rules/places.ts'
import type { Ctx } from './rows.ts'

/** What a review asks of its members, to declare, to judge, to agree, to sign, and of whoever runs the order. */
export const home: HomeSource = {
  async todos(ctx, limit) {
    const { workbench } = ctx.actor
    if (workbench === 'expert') return memberTodos(ctx, limit)
    if (workbench !== 'purchaser' && workbench !== 'agency') return []
    return [...(await memberTodos(ctx, limit)), ...(await hostTodos(ctx, workbench, limit))]
  },
}

/** What comes next for whoever runs an order that a group reviews; while others are awaited, nothing. */
async function hostTodos(ctx: Ctx, side: 'purchaser' | 'agency', limit: number): Promise<Todo[]> {
  const { companyId, rights } = ctx.actor
  if (companyId === null || !rights.has(side === 'purchaser' ? 'tendering' : 'agencyTendering')) return []
  const rows = await ctx.tx
    .selectFrom('purchase_order as o')
    .leftJoin('panel as p', (j) => j.onRef('p.tenantId', '=', 'o.tenantId').onRef('p.orderId', '=', 'o.id'))
    .select(['o.id', 'o.method', 'o.title', 'o.createdBy'])
    .select((e) => e.fn.coalesce('p.stage', e.val('forming')).as('stage'))
    .where('o.tenantId', '=', ctx.tenantId)
    .where('o.ownerCompanyId', '=', companyId)
    .where('o.purchaserCompanyId', side === 'purchaser' ? '=' : '<>', companyId)
    .where('o.method', 'in', GROUPED)
    .where('o.state', '=', 'quote.closed')
    .where((e) =>
      e.or([
        e('p.stage', 'is', null),
        e('p.stage', 'in', ['forming', 'voted', 'reporting', 'failed']),
        e.and([e('p.stage', '=', 'talking'), sql<boolean>`not ${isAwaited}`]),
      ]),
    )
    .orderBy('o.openAt')
    .limit(limit)
    .execute()
  return rows.map((row): Todo => ({
    key: `panel-host:${row.id}`,
    kind: 'result',
    isMine: row.createdBy === ctx.actor.userId,
    label: HOST_LABELS[row.stage]!,
    title: row.title,
    link: placeOf(
      row,
      row.stage === 'failed' ? 'abortive.edit' : row.stage === 'forming' ? 'group.compose' : 'group.desk',
      side,
    ),
    dueAt: null,
  }))
}

const GROUPED = codesWith((method) => method.group !== undefined)
const HOST_LABELS: Readonly<Record<string, string>> = {
  forming: '组建小组并开始评审',
  talking: '安排商谈或者最后报价',
  voted: '要求提交最后报价',
  reporting: '编制评审报告',
  failed: '流标处理',
}

/** A talk, a draw or the representative's answer is waited for. */
const isAwaited = sql`(exists (select from round_talk k where k.tenant_id = o.tenant_id and k.order_id = o.id
    and k.status in ('planned', 'called', 'running', 'minuted'))
  or exists (select from draw d where d.tenant_id = o.tenant_id and d.subject = o.id and d.kind = 'turns'
    and d.frozen_at is not null and d.drawn_at is null)
  or exists (select from panel_change c where c.tenant_id = o.tenant_id and c.order_id = o.id and c.agreed is null))`

async function memberTodos(ctx: Ctx, limit: number): Promise<Todo[]> {
  const { workbench, userId } = ctx.actor
  const rows = await ctx.tx
    .selectFrom('panel_member as m')
    .innerJoin('panel as p', (j) => j.onRef('p.tenantId', '=', 'm.tenantId').onRef('p.orderId', '=', 'm.orderId'))
    .innerJoin('purchase_order as o', (j) => j.onRef('o.tenantId', '=', 'm.tenantId').onRef('o.id', '=', 'm.orderId'))
    .select(['m.id', 'm.role', 'm.declaredAt', 'm.signedAt', 'p.stage', 'o.id as orderId', 'o.title'])
    .select(
      sql<boolean>`exists (select from panel_sheet s where s.tenant_id = m.tenant_id and s.member_id = m.id
        and s.round_no = p.round_no and s.kind = case p.stage when 'scoring' then 'score' when 'voting' then 'vote' else 'conformity' end)`.as(
        'hasHandedIn',
      ),
    )
    .select(
      sql<boolean>`exists (select from panel_change c where c.tenant_id = m.tenant_id and c.order_id = m.order_id
        and c.agreed is null)`.as('hasChange'),
    )
    .where('m.tenantId', '=', ctx.tenantId)
    .where('m.userId', '=', userId)
    .where('m.outAt', 'is', null)
    // An expert works at the own workbench, a representative where it is employed.
    .where('m.expertId', workbench === 'expert' ? 'is not' : 'is', null)
    .where('p.stage', 'not in', ['forming', 'done', 'failed'])
    .where('o.state', '=', 'quote.closed')
    .orderBy('p.startedAt')
    .limit(limit)
    .execute()
  return rows.flatMap((row): Todo[] => {
    const label = dueOf(row)
    return label === null
      ? []
      : [
          {
            key: `panel:${row.orderId}`,
            kind: 'result',
            isMine: true,
            label,
            title: row.title,
            link: deskPlace(row.orderId),
            dueAt: null,
          },
        ]
  })
}

function dueOf(row: {
  stage: string
  role: string
  declaredAt: Date | null
  signedAt: Date | null
  hasHandedIn: boolean
  hasChange: boolean
}): string | null {
  if (row.declaredAt === null) return '作出回避声明'
  switch (row.stage) {
    case 'checking':
      return row.hasHandedIn ? null : '审查响应文件'
    case 'talking':
      return row.hasChange && row.role === 'representative' ? '确认需求变动' : null
    case 'voting':
      return row.hasHandedIn ? null : '投票推荐方案'
    case 'scoring':
      return row.hasHandedIn ? null : '评审打分'
    case 'signing':
      return row.signedAt === null ? '签署评审报告' : null
    default:
      return null
  }
}
