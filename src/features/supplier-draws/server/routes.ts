import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { DAY } from '#contract/time.ts'
import { drawRow, freezeDraw, prepareDraw, recordOf, viewOf } from '#features/draws/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { SupplierDraw } from '#server/database/tables.ts'
import { implement, implementFile, type Route } from '#server/implement.ts'
import { includes } from '#server/search/includes.ts'
import { listPage } from '#server/search/list-page.ts'
import * as contract from '../contract.ts'
import type { Conditions } from '../contract.ts'
import { DRAW_STATES, DRAW_STATUS, type DrawAction, type DrawState, SAME_FOR_DAYS } from '../rules/draw.ts'
import { type Entry, poolHash, poolOf } from './pool.ts'

type Ctx = Context<Employee>
type Row = Selectable<SupplierDraw>

const KEEPS = { workbench: 'purchaser', right: 'supplierManagement' } as const
const READS = { workbench: 'purchaser', right: ['supplierManagement', 'auditing'] } as const
const LABEL = '供应商'

const TABS = {
  all: sql<boolean>`true`,
  ...Object.fromEntries(Object.keys(DRAW_STATES).map((state) => [state, sql<boolean>`d.state = ${sql.lit(state)}`])),
}

/** Draws of suppliers of the own library. */
export const routes: readonly Route[] = [
  implement(contract.drawPage, READS, async (ctx, { query }) => {
    const page = await listPage(ctx, {
      query,
      tabs: TABS,
      tab: query.state ?? 'all',
      list: {
        alias: 'd',
        keys: ['id'],
        rows: () => own(ctx).$if(Boolean(query.keyword), (q) => q.where(includes(query.keyword!, ['d.title']))),
      },
      show: (rows) => shown(ctx).innerJoin(rows, 'page.id', 'd.id'),
    })
    return { ...page, rows: page.rows.map(rowValue) }
  }),

  implement(contract.previewDraw, KEEPS, async (ctx, { body: { conditions } }) => {
    const pool = await poolOf(ctx, conditions)
    return {
      eligible: pool.filter(({ excluded }) => excluded === '').length,
      rows: pool.map((entry) => ({ ...entry, rank: null })),
    }
  }),

  implement(contract.createDraw, KEEPS, async (ctx, { body: { conditions, ...fields } }) => {
    const id = ctx.newId()
    await ctx.insert('supplier_draw', {
      id,
      ownerCompanyId: ctx.actor.companyId,
      ...fields,
      conditions: JSON.stringify(conditions),
      state: 'prepared',
      createdBy: ctx.actor.userId,
      createdByName: ctx.actor.name,
      createdAt: ctx.clock.now(),
    })
    await prepareDraw(ctx, { id, kind: 'suppliers', subject: id, title: `供应商抽取：${fields.title}` })
    note(ctx, id, { action: 'prepare', summary: `准备抽取供应商：${fields.title}`, data: { ...fields, conditions } })
    return { drawId: id }
  }),

  implement(contract.updateDraw, KEEPS, async (ctx, { params, body: { conditions, ...fields } }) => {
    const { row } = await demanded(ctx, params.drawId, 'edit')
    await ctx.update('supplier_draw', { id: row.id }, { ...fields, conditions: JSON.stringify(conditions) })
    note(ctx, row.id, { action: 'edit', summary: `修改供应商抽取：${fields.title}`, data: { ...fields, conditions } })
  }),

  implement(contract.cancelDraw, KEEPS, async (ctx, { params, body: { reason } }) => {
    const { row, to } = await demanded(ctx, params.drawId, 'cancel')
    const gone = { state: to, cancelledAt: ctx.clock.now(), cancelReason: reason }
    await ctx.update('supplier_draw', { id: row.id }, gone)
    note(ctx, row.id, { action: 'cancel', summary: `取消供应商抽取：${row.title}（${reason}）` })
  }),

  implement(contract.startDraw, KEEPS, async (ctx, { params, body: { againReason } }) => {
    // Of two draws of one company at once the second sees the first.
    const owner = { tenantId: ctx.tenantId, companyId: ctx.actor.companyId }
    await sql`select pg_advisory_xact_lock(hashtextextended(${`supplier-draw:${owner.tenantId}:${owner.companyId}`}, 0))`.execute(
      ctx.tx,
    )
    const { row, to } = await demanded(ctx, params.drawId, 'draw')
    const pool = await poolOf(ctx, row.conditions as Conditions)
    const eligible = pool.filter(({ excluded }) => excluded === '')
    if (eligible.length < row.number)
      throw new AppError(
        'wrongState',
        `可抽取的供应商 ${eligible.length} 家，少于抽取数量 ${row.number} 家，请放宽条件`,
      )
    const hash = poolHash(pool)
    const before = await sameBefore(ctx, hash)
    if (before && againReason.length < 2) {
      const message = `相同范围的供应商已在“${before.title}”中抽取过，请填写再次抽取的原因`
      throw new AppError('invalid', message, [{ path: 'againReason', message }])
    }
    await ctx.insert(
      'supplier_draw_pool',
      pool.map((entry) => ({ drawId: row.id, ...entry })),
    )
    await ctx.update(
      'supplier_draw',
      { id: row.id },
      {
        state: to,
        poolHash: hash,
        frozenAt: ctx.clock.now(),
        ...(before && { againOf: before.id, againReason }),
      },
    )
    const picks = Math.min(row.number + row.substitutes, eligible.length)
    const options = eligible.map(({ supplierId, name }) => ({ value: supplierId, label: name }))
    await freezeDraw(ctx, row.id, { parts: [{ label: LABEL, options, picks }] })
    note(ctx, row.id, {
      action: 'freeze',
      summary: `冻结抽取范围：${row.title}（可抽取 ${eligible.length} 家）${before ? `，再次抽取：${againReason}` : ''}`,
      data: {
        poolHash: hash,
        excluded: pool
          .filter(({ excluded }) => excluded !== '')
          .map(({ supplierId, excluded }) => ({ supplierId, excluded })),
      },
    })
  }),

  implement(contract.drawDetail, READS, async (ctx, { params: { drawId } }) => {
    const row = await shown(ctx).where('d.id', '=', drawId).executeTakeFirst()
    if (!row) throw new AppError('notFound')
    const pool = await poolNow(ctx, row)
    const before =
      row.againOf === null ? null : await ctx.expectOne('supplier_draw', { id: row.againOf }, { columns: ['title'] })
    const isKeeper = ctx.actor.rights.has('supplierManagement')
    return {
      ...rowValue(row),
      purpose: row.purpose,
      conditions: row.conditions as Conditions,
      pool,
      poolHash: row.poolHash,
      againOf: before && { drawId: row.againOf!, title: before.title },
      againReason: row.againReason,
      cancelReason: row.cancelReason,
      draw: await viewOf(ctx, (await drawRow(ctx, drawId))!),
      actions: isKeeper
        ? DRAW_STATUS.allowed({ state: row.state as DrawState }, 'keeper', ctx.clock.now().getTime())
        : [],
    }
  }),

  implementFile(contract.drawRecord, READS, async (ctx, { params: { drawId } }) => {
    const row = await ctx.one('supplier_draw', { id: drawId, ownerCompanyId: ctx.actor.companyId })
    if (!row) throw new AppError('notFound')
    const content = Buffer.from(`${JSON.stringify(recordOf((await drawRow(ctx, drawId))!), null, 2)}\n`)
    return { name: `供应商抽取记录-${row.title}.json`, mime: 'application/json', content, size: content.length }
  }),
]

/** Before it has begun: who could be drawn now; from then on who was looked at. */
async function poolNow(ctx: Ctx, row: Row): Promise<(Entry & { rank: number | null })[]> {
  if (row.state === 'prepared')
    return (await poolOf(ctx, row.conditions as Conditions)).map((entry) => ({ ...entry, rank: null }))
  const rows = await ctx.many('supplier_draw_pool', { drawId: row.id }, { orderBy: ['supplierId'] })
  return rows
    .map(({ supplierId, companyId, name, creditCode, excluded, rank }) => ({
      supplierId,
      companyId,
      name,
      creditCode,
      excluded,
      rank,
    }))
    .toSorted((a, b) => (a.rank ?? MOST_RANK) - (b.rank ?? MOST_RANK))
}

const MOST_RANK = 1_000_000

/** An earlier draw of the company from the same suppliers, whatever became of it. */
async function sameBefore(ctx: Ctx, hash: string): Promise<{ id: string; title: string } | undefined> {
  return own(ctx)
    .select(['d.id', 'd.title'])
    .where('d.poolHash', '=', hash)
    .where('d.frozenAt', '>', new Date(ctx.clock.now().getTime() - SAME_FOR_DAYS * DAY))
    .orderBy('d.frozenAt', 'desc')
    .limit(1)
    .executeTakeFirst()
}

async function demanded(ctx: Ctx, id: string, action: DrawAction) {
  const row = await ctx.one('supplier_draw', { id, ownerCompanyId: ctx.actor.companyId }, { lock: 'update' })
  if (!row) throw new AppError('notFound')
  const record = { state: row.state as DrawState }
  return { row, to: DRAW_STATUS.next(action, { record, who: 'keeper', now: ctx.clock.now().getTime() }) }
}

function own(ctx: Ctx) {
  return ctx.tx
    .selectFrom('supplier_draw as d')
    .where('d.tenantId', '=', ctx.tenantId)
    .where('d.ownerCompanyId', '=', ctx.actor.companyId)
}

function shown(ctx: Ctx) {
  return own(ctx)
    .selectAll('d')
    .select(
      sql<string[]>`array(select p.name from supplier_draw_pool p where p.tenant_id = d.tenant_id and p.draw_id = d.id
        and p.rank <= d.number order by p.rank)`.as('drawn'),
    )
}

function rowValue(row: Row & { drawn: string[] }) {
  return {
    drawId: row.id,
    title: row.title,
    state: row.state as DrawState,
    number: row.number,
    substitutes: row.substitutes,
    drawn: row.drawn,
    isAgain: row.againOf !== null,
    createdByName: row.createdByName,
    createdAt: row.createdAt.toISOString(),
  }
}

function note(ctx: Ctx, entityId: string, { action, ...rest }: { action: string; summary: string; data?: object }) {
  ctx.audit({ action: `supplier-draw.${action}`, entity: 'supplier-draw', entityId, ...rest })
}
