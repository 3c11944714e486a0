import { sql } from 'kysely'
import { codesWith } from '#features/procurement/methods/all.ts'
import { placeOf } from '#features/procurement/methods/places.ts'
import { ReviewModel } from '#features/procurement/rules/enums.ts'
import { isFree } from '#features/workflow/server/public.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { HomeSource, Todo } from '#server/feature.ts'
import { inState } from '#features/procurement/server/public.ts'
import { type OrderState, statesReached } from '#features/procurement/engine/states.ts'
import { BIDDER_STATUS, type DecryptState } from '../rules.ts'
import { officerTodos } from './joint-home.ts'
import { HALL_RIGHTS } from './access.ts'
import { bidderHall } from './places.ts'
import { review } from './review-port.ts'

type Ctx = Context<Actor>

const OPENED = codesWith((method) => method.reveal === 'opening')
const WORDS: Partial<Record<OrderState, string>> = {
  'publish.open': '主持开标',
  'open.running': '继续开标：解密',
  'open.reading': '继续开标：唱标确认',
  'review.running': '继续报价开标',
}
/** What a bidder is asked for at home; signing in is implied by decrypting. */
const ASKED = { release: '解密投标文件', confirm: '确认开标记录' } as const

/** Openings to host whose time has come, and what a bidder has to do in one. */
export const home: HomeSource = {
  async todos(ctx, limit) {
    const { actor } = ctx
    const rights: readonly string[] = HALL_RIGHTS[actor.workbench as keyof typeof HALL_RIGHTS] ?? []
    const asOfficer = await officerTodos(ctx, limit)
    if (!actor.companyId || !rights.some((right) => actor.rights.has(right))) return asOfficer
    const own =
      actor.workbench === 'supplier'
        ? [...(await bidderTodos(ctx, limit)), ...(await recordsToSign(ctx, limit))]
        : await hostTodos(ctx, limit)
    return [...asOfficer, ...own]
  },
}

async function hostTodos(ctx: Ctx, limit: number): Promise<Todo[]> {
  const side = ctx.actor.workbench
  const now = ctx.clock.now()
  const rows = await ctx.tx
    .selectFrom('purchase_order as o')
    .leftJoin('opening as p', (j) =>
      j
        .onRef('p.tenantId', '=', 'o.tenantId')
        .onRef('p.orderId', '=', 'o.id')
        // During the review only a second opening is still going on.
        .on((e) => e('p.stage', '=', e.case().when('o.state', '=', 'review.running').then(2).else(1).end())),
    )
    .select(['o.id', 'o.method', 'o.title', 'o.state', 'o.openAt', 'o.createdBy', 'p.decryptEnd'])
    .where('o.tenantId', '=', ctx.tenantId)
    .where('o.ownerCompanyId', '=', ctx.actor.companyId)
    .where('o.purchaserCompanyId', side === 'purchaser' ? '=' : '<>', ctx.actor.companyId)
    .where('o.method', 'in', OPENED)
    .where('o.state', 'in', ['publish.open', 'open.running', 'open.reading', 'review.running'])
    // While an approval holds the order its opening stands still; one during the review goes on.
    .where((e) => e.or([e('o.state', '=', 'review.running'), isFree(ctx, 'order', 'o.id')]))
    .where((e) => e.or([e('o.state', '<>', 'publish.open'), e('o.openAt', '<=', now)]))
    .where((e) =>
      e.or([
        e('o.state', '<>', 'review.running'),
        e.and([e('p.startedAt', 'is not', null), e('p.endedAt', 'is', null)]),
      ]),
    )
    .orderBy('o.openAt')
    .limit(limit)
    .execute()
  const going = rows.map((row): Todo => ({
    key: `opening:${row.id}`,
    kind: 'opening',
    isMine: row.createdBy === ctx.actor.userId,
    label: WORDS[row.state]!,
    title: row.title,
    link: placeOf(row, row.state === 'publish.open' ? 'open.door' : 'open.hall', side!),
    dueAt: row.state === 'publish.open' ? row.openAt : row.state === 'open.reading' ? null : row.decryptEnd,
  }))
  return [...going, ...(await offersToOpen(ctx, limit))]
}

/** Double envelope: the first stage's result stands, and nobody has begun to open the quotations. */
async function offersToOpen(ctx: Ctx, limit: number): Promise<Todo[]> {
  const side = ctx.actor.workbench
  const rows = await ctx.tx
    .selectFrom('purchase_order as o')
    .leftJoin('opening as p', (j) =>
      j.onRef('p.tenantId', '=', 'o.tenantId').onRef('p.orderId', '=', 'o.id').on('p.stage', '=', 2),
    )
    .select(['o.id', 'o.method', 'o.title', 'o.createdBy'])
    .where('o.tenantId', '=', ctx.tenantId)
    .where('o.ownerCompanyId', '=', ctx.actor.companyId)
    .where('o.purchaserCompanyId', side === 'purchaser' ? '=' : '<>', ctx.actor.companyId)
    .where('o.state', '=', 'review.running')
    .where('o.reviewModel', '=', ReviewModel.values.double)
    .where('p.orderId', 'is', null)
    .orderBy('o.id')
    .limit(limit)
    .execute()
  const todos: Todo[] = []
  for (const { id, method, title, createdBy: by } of rows) {
    if (!(await review().firstStage(ctx, id)).done) continue
    const link = placeOf({ id, method }, 'open.hall', side!)
    todos.push({
      key: `offers:${id}`,
      kind: 'opening',
      isMine: by === ctx.actor.userId,
      label: '进行报价开标',
      title,
      link,
      dueAt: null,
    })
  }
  return todos
}

async function bidderTodos(ctx: Ctx, limit: number): Promise<Todo[]> {
  const now = ctx.clock.now().getTime()
  const rows = await ctx.tx
    .selectFrom('trade as t')
    .innerJoin('opening_bidder as b', (j) =>
      j.onRef('b.tenantId', '=', 't.tenantId').onRef('b.orderId', '=', 't.orderId').onRef('b.tradeId', '=', 't.id'),
    )
    .innerJoin('opening as p', (j) =>
      j.onRef('p.tenantId', '=', 'b.tenantId').onRef('p.orderId', '=', 'b.orderId').onRef('p.stage', '=', 'b.stage'),
    )
    .innerJoin('purchase_order as o', (j) => j.onRef('o.tenantId', '=', 't.tenantId').onRef('o.id', '=', 't.orderId'))
    .select([
      'o.id',
      'o.method',
      'o.title',
      't.id as tradeId',
      't.createdBy',
      'b.decryptState',
      'b.signedInAt',
      'b.confirmState',
    ])
    .leftJoin('joint_opening as j', (j) => j.onRef('j.tenantId', '=', 'o.tenantId').onRef('j.orderId', '=', 'o.id'))
    .select(['p.decryptEnd', 'p.marksOpenedAt', 'j.ceremonyId', 'j.closedAt'])
    .where('t.tenantId', '=', ctx.tenantId)
    .where('t.supplierCompanyId', '=', ctx.actor.companyId)
    .where((e) =>
      e.or([
        e.and([e('o.state', 'in', ['open.running', 'open.reading']), e('p.stage', '=', 1)]),
        e.and([e('o.state', '=', 'review.running'), e('p.stage', '=', 2), e('p.endedAt', 'is', null)]),
      ]),
    )
    .orderBy('p.decryptEnd')
    .limit(limit)
    .execute()
  return rows.flatMap((row) => {
    const record = {
      decryptState: row.decryptState as DecryptState,
      signedIn: row.signedInAt !== null,
      windowEnd: row.decryptEnd?.getTime() ?? null,
      marksOpen: row.marksOpenedAt !== null,
      joint: row.ceremonyId === null ? null : { isClosed: row.closedAt !== null },
      confirmed: row.confirmState !== 0,
      ended: false,
    }
    const allowed = BIDDER_STATUS.allowed(record, null, now)
    return (['release', 'confirm'] as const).flatMap((action): Todo[] => {
      if (!allowed.some((a) => a.action === action && a.reason === undefined)) return []
      return [
        {
          key: `${action}:${row.id}`,
          kind: 'opening',
          isMine: row.createdBy === ctx.actor.userId,
          label: ASKED[action],
          title: row.title,
          link: bidderHall(row, row.tradeId),
          dueAt: action === 'release' ? row.decryptEnd : null,
        },
      ]
    })
  })
}

/** Records of ended openings that the own company has not signed; nobody waits for it, until the candidates are known. */
async function recordsToSign(ctx: Ctx, limit: number): Promise<Todo[]> {
  const { rows } = await sql<{ id: string; method: number; title: string; tradeId: string; createdBy: string }>`
    select o.id, o.method, o.title, t.id as trade_id, t.created_by
    from trade t join purchase_order o on o.tenant_id = t.tenant_id and o.id = t.order_id
    join opening_bidder b on b.tenant_id = t.tenant_id and b.order_id = t.order_id and b.trade_id = t.id
    join opening p on p.tenant_id = b.tenant_id and p.order_id = b.order_id and p.stage = b.stage
    where t.tenant_id = ${ctx.tenantId} and t.supplier_company_id = ${ctx.actor.companyId}
      and ${inState('o.state', ...statesReached('closed', 'publicised'))}
      and p.ended_at is not null and p.sheet_file_id is not null
      and p.stage = (select max(n.stage) from opening n where n.tenant_id = p.tenant_id and n.order_id = p.order_id)
      and not exists (select from opening_signature s where s.tenant_id = b.tenant_id and s.order_id = b.order_id
        and s.stage = b.stage and s.trade_id = b.trade_id)
    order by p.ended_at limit ${limit}`.execute(ctx.tx)
  return rows.map((row) => ({
    key: `sign:${row.id}`,
    kind: 'opening',
    isMine: row.createdBy === ctx.actor.userId,
    label: '签署开标记录',
    title: row.title,
    link: bidderHall(row, row.tradeId),
    dueAt: null,
    canWait: true,
  }))
}
