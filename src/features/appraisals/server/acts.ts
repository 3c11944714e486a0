import { AppError } from '#contract/errors.ts'
import type { Subscriber } from '#server/events.ts'
import { implement, type Route } from '#server/implement.ts'
import { ratingOf } from '#features/suppliers/server/public.ts'
import * as contract from '../contract/appraisals.ts'
import type { Scope } from '../contract/appraisals.ts'
import type { SupplierFacts } from '../rules/sources.ts'
import {
  type Any,
  type Appraisal,
  DEADLINE,
  demanded,
  invalid,
  isSubjective,
  KEEPS,
  nextOf,
  ownAppraisal,
  READS,
  record,
} from './access.ts'
import { factsOf, hashOf } from './facts.ts'
import { Rating } from '#features/suppliers/rules/grades.ts'
import { suppliersOf } from './scope.ts'
import { ownTemplate, versionItems } from './templates.ts'

/** How an appraisal begins, goes on and is given up. */
export const actRoutes: readonly Route[] = [
  implement(contract.startAppraisal, KEEPS, async (ctx, { params }) => {
    const { row, to } = await demanded(ctx, params.appraisalId, 'start')
    const now = ctx.clock.now()
    const template = await ownTemplate(ctx, row.templateId)
    const items = await versionItems(ctx, { templateId: template.id, version: template.version })
    const needsMarks = items.some(isSubjective)
    const appraisers = await ctx.many('appraisal_appraiser', { appraisalId: row.id })
    if (needsMarks && appraisers.length === 0) throw new AppError('wrongState', '模板含主观指标，请先选择评分人')
    if (needsMarks && row.deadline <= now) throw new AppError('wrongState', '打分截止时间已过，请修改后再开始')
    const suppliers = await suppliersOf(ctx, row.scope as Scope)
    const facts = await factsOf(ctx, askedOf(row, suppliers))
    const active = facts.filter(({ isActive }) => isActive).length
    if (active === 0) throw new AppError('wrongState', '考核期内所选供应商均无已结束的采购往来，无法评分')
    await ctx.insert(
      'appraisal_supplier',
      suppliers.map((one) => {
        const own = facts.find(({ supplierId }) => supplierId === one.supplierId)!
        return { appraisalId: row.id, ...one, isActive: own.isActive, facts: JSON.stringify(own.facts) }
      }),
    )
    const frozen = {
      templateVersion: template.version,
      items: JSON.stringify(items),
      rating: JSON.stringify(await ratingOf(ctx, row.ownerCompanyId)),
      factsHash: hashOf(facts),
    }
    await ctx.update('appraisal', { id: row.id }, { ...frozen, state: to, startedAt: now })
    record(ctx, row, {
      action: 'start',
      summary: `开始供应商考核（${suppliers.length} 家，其中 ${active} 家有往来）`,
      data: { templateVersion: template.version, factsHash: frozen.factsHash },
    })
    if (needsMarks) {
      await plan(ctx, row.id, row.deadline)
      ctx.emit({ kind: 'appraisal.started', payload: { appraisalId: row.id } })
    } else await collect(ctx, { ...row, state: to })
    return { suppliers: suppliers.length, active }
  }),

  implement(contract.extendAppraisal, KEEPS, async (ctx, { params, body }) => {
    const { row } = await demanded(ctx, params.appraisalId, 'extend')
    const deadline = new Date(body.deadline)
    if (deadline <= ctx.clock.now()) throw invalid('deadline', '打分截止时间须晚于现在')
    await ctx.update('appraisal', { id: row.id }, { deadline })
    await plan(ctx, row.id, deadline)
    record(ctx, row, {
      action: 'extend',
      summary: `调整打分截止时间（${body.reason}）`,
      data: { before: row.deadline.toISOString(), deadline: body.deadline },
    })
    ctx.emit({ kind: 'appraisal.extended', payload: { appraisalId: row.id } })
  }),

  implement(contract.cancelAppraisal, KEEPS, async (ctx, { params, body: { reason } }) => {
    const { row, to } = await demanded(ctx, params.appraisalId, 'cancel')
    const gone = { state: to, cancelledAt: ctx.clock.now(), cancelReason: reason }
    await ctx.update('appraisal', { id: row.id }, gone)
    await ctx.schedule(`${DEADLINE}:${row.id}`, null, { kind: DEADLINE, payload: {} })
    record(ctx, row, { action: 'cancel', summary: `终止供应商考核（${reason}）` })
  }),

  implement(contract.vetoSupplier, KEEPS, async (ctx, { params, body: { item, evidence } }) => {
    const { row } = await demanded(ctx, params.appraisalId, 'veto')
    const where = { appraisalId: row.id, supplierId: params.supplierId }
    const supplier = await ctx.one('appraisal_supplier', where, { lock: 'update' })
    if (!supplier) throw new AppError('notFound')
    if (!supplier.isActive) throw new AppError('wrongState', '考核期内没有往来，不评分')
    if (item !== '' && !Rating.parse(row.rating).vetoes.includes(item))
      throw invalid('item', '该事项不在评级规则的否决事项中')
    if (item !== '' && evidence.length < 2) throw invalid('evidence', '请填写认定依据')
    const veto = { item, evidence, byName: ctx.actor.name, at: ctx.clock.now().toISOString() }
    await ctx.update('appraisal_supplier', where, { veto: item === '' ? null : JSON.stringify(veto) })
    record(ctx, row, {
      action: 'veto',
      summary: item === '' ? `撤销否决认定（${supplier.name}）` : `认定否决事项（${supplier.name}，${item}）`,
      data: { supplierId: params.supplierId, item, evidence },
    })
  }),

  implement(contract.checkAppraisal, READS, async (ctx, { params }) => {
    const row = await ownAppraisal(ctx, params.appraisalId)
    if (row.factsHash === null) throw new AppError('wrongState', '考核尚未开始')
    const suppliers = await ctx.many('appraisal_supplier', { appraisalId: row.id }, { orderBy: ['supplierId'] })
    const stored = suppliers.map(({ supplierId, isActive, facts }): SupplierFacts => ({
      supplierId,
      isActive,
      facts: facts as SupplierFacts['facts'],
    }))
    const fresh = await factsOf(ctx, askedOf(row, suppliers))
    const differing = suppliers.filter(
      (_, i) => hashOf([stored[i]!]) !== hashOf(fresh.filter((one) => one.supplierId === stored[i]!.supplierId)),
    )
    return {
      frozenHash: row.factsHash,
      storedHash: hashOf(stored),
      freshHash: hashOf(fresh),
      differing: differing.map(({ name }) => name),
    }
  }),
]

function askedOf(row: Appraisal, suppliers: readonly { supplierId: string; companyId: string }[]) {
  const given = suppliers.map(({ supplierId, companyId }) => ({ supplierId, companyId }))
  return { ownerCompanyId: row.ownerCompanyId, suppliers: given, from: row.fromDay, until: row.untilDay }
}

async function plan(ctx: Any, appraisalId: string, due: Date): Promise<void> {
  await ctx.schedule(`${DEADLINE}:${appraisalId}`, due, { kind: DEADLINE, payload: { appraisalId } })
}

/** Closes the marks of a locked appraisal: nobody changes any from here on, and everybody concerned may read them. */
export async function collect(ctx: Any, row: Appraisal): Promise<void> {
  const state = nextOf(ctx, row, { action: 'collect', who: 'process' })
  await ctx.update('appraisal', { id: row.id }, { state, scoredAt: ctx.clock.now() })
  await ctx.schedule(`${DEADLINE}:${row.id}`, null, { kind: DEADLINE, payload: {} })
  record(ctx, row, { action: 'collect', summary: '评分已汇总' })
  ctx.emit({ kind: 'appraisal.scored', payload: { appraisalId: row.id } })
}

/** At the deadline what was handed in counts; where nobody did, the keepers say how it goes on. */
export const atDeadline: Subscriber = {
  name: 'appraisals: close marks at their deadline',
  kind: DEADLINE,
  async handle(ctx, { payload }) {
    const row = await ctx.one('appraisal', { id: String(payload.appraisalId) }, { lock: 'update' })
    // Moved meanwhile: that has a timer of its own.
    if (row?.state !== 'scoring' || row.deadline > ctx.clock.now()) return
    const appraisers = await ctx.many('appraisal_appraiser', { appraisalId: row.id })
    if (appraisers.some(({ handedInAt }) => handedInAt !== null)) await collect(ctx, row)
    else ctx.emit({ kind: 'appraisal.missed', payload: { appraisalId: row.id } })
  },
}
