import type { BodyOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { asEmployee } from '#server/context.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { implementForPerson, type Route } from '#server/implement.ts'
import { NULL } from '#server/database/records.ts'
import { type Approvals, holdOn } from '#features/workflow/server/public.ts'
import * as contract from '../contract/standard.ts'
import { checkStandard, checkTerms, isTiered } from '../rules/check.ts'
import { FEES, FeeType, Setting } from '../rules/enums.ts'
import type { Terms } from '../rules/fee.ts'
import { chargeApprovals, standardNode } from './approvals.ts'
import { KEEPER, ownerOf, READER, setterOf } from './own.ts'
import { isSame, publish, STANDARD } from './publish.ts'
import { findPublications, inForce, keptLines, keptTemplates, notFoundUnless, usableTemplate } from './standards.ts'

type Ctx = Context<Actor>
type Config = BodyOf<typeof contract.addConfig>

/** The own standard: its lines, templates and publication. */
export function keepRoutes(approvals: Approvals): readonly Route[] {
  return [
    implementForPerson(contract.chargeConfigs, READER, async (ctx) => {
      const companyId = ownerOf(ctx)
      const isSetter = ctx.actor.workbench !== 'supplier'
      const own = isSetter ? await keptLines(ctx, companyId) : []
      const templates = isSetter ? await keptTemplates(ctx, companyId) : []
      const published = isSetter ? await inForce(ctx, companyId) : null
      const hold = companyId === null ? null : await holdOn(ctx, { kind: STANDARD, id: companyId })
      return {
        setter: ctx.actor.workbench === 'supplier' ? ('supplier' as const) : setterOf(ctx),
        own,
        templates: templates.map((one) => ({ ...one, findings: one.isOwn ? checkTerms(one.terms) : [] })),
        findings:
          own.length === 0 ? [] : checkStandard(own.map((line) => ({ ...line, terms: line.template?.terms ?? null }))),
        published,
        isChanged: !isSame(own, published?.lines ?? []),
        charged: companyId === null ? null : await inForce(ctx, null),
        mayEdit: isSetter && KEEPER.right.some((right) => ctx.actor.rights.has(right)),
        subjectId: companyId,
        pending: hold?.label ?? null,
      }
    }),

    implementForPerson(contract.addConfig, KEEPER, async (ctx, { body }) => {
      const configId = ctx.newId()
      await demandFree(ctx)
      await demandConfig(ctx, body)
      await ctx.insert('charge_config', { id: configId, companyId: ownerOf(ctx), ...storedConfig(ctx, body) })
      told(ctx, configId, `新增收费项目：${FeeType.label(body.feeType)}`)
      return { configId }
    }),
    implementForPerson(contract.changeConfig, KEEPER, async (ctx, { params, body }) => {
      await demandConfig(ctx, body)
      await ownRow(ctx, 'charge_config', params.configId)
      await ctx.update('charge_config', { id: params.configId }, storedConfig(ctx, body))
      told(ctx, params.configId, `修改收费项目：${FeeType.label(body.feeType)}`)
    }),
    implementForPerson(contract.dropConfig, KEEPER, async (ctx, { params }) => {
      await ownRow(ctx, 'charge_config', params.configId)
      await ctx.remove('charge_config', { id: params.configId })
      told(ctx, params.configId, '删除收费项目')
    }),

    implementForPerson(contract.addTemplate, KEEPER, async (ctx, { body }) => {
      const templateId = ctx.newId()
      await demandFree(ctx)
      await ctx.insert('charge_template', {
        id: templateId,
        companyId: ownerOf(ctx),
        createdBy: ctx.actor.userId,
        ...storedTemplate(ctx, body),
      })
      told(ctx, templateId, `新增收费模板：${body.name}`)
      return { templateId, findings: checkTerms(body.terms) }
    }),
    implementForPerson(contract.changeTemplate, KEEPER, async (ctx, { params, body }) => {
      await ownRow(ctx, 'charge_template', params.templateId)
      await ctx.update('charge_template', { id: params.templateId }, storedTemplate(ctx, body))
      told(ctx, params.templateId, `修改收费模板：${body.name}`)
      return { findings: checkTerms(body.terms) }
    }),
    implementForPerson(contract.dropTemplate, KEEPER, async (ctx, { params }) => {
      const id = params.templateId
      await ownRow(ctx, 'charge_template', id)
      if (await ctx.one('charge_config', { templateId: id }, { columns: ['id'] }))
        throw new AppError('wrongState', '有收费项目正在使用该模板，请先更换')
      await ctx.remove('charge_template', { id })
      told(ctx, id, '删除收费模板')
    }),

    implementForPerson(contract.publishStandard, KEEPER, async (ctx, { body }) => {
      const companyId = ownerOf(ctx)
      if (companyId === null) return publish(ctx, null, body)
      asEmployee(ctx)
      const answer = await approvals.submit(ctx, {
        business: chargeApprovals,
        node: standardNode,
        subjectId: companyId,
        body,
      })
      return 'done' in answer ? answer.done : answer
    }),
    implementForPerson(contract.publications, READER, (ctx) =>
      ctx.actor.workbench === 'supplier' ? Promise.resolve([]) : findPublications(ctx, { companyId: ownerOf(ctx) }),
    ),
  ]
}

/** A line or template of whoever asks, locked; `notFound` for everybody else's. */
async function ownRow(ctx: Ctx, table: 'charge_config' | 'charge_template', id: string): Promise<void> {
  await demandFree(ctx)
  notFoundUnless(await ctx.one(table, { id, companyId: ownerOf(ctx) ?? NULL }, { columns: ['id'], lock: 'update' }))
}

/** What is being approved is what will be published. */
async function demandFree(ctx: Ctx): Promise<void> {
  const companyId = ownerOf(ctx)
  if (companyId !== null && (await holdOn(ctx, { kind: STANDARD, id: companyId })))
    throw new AppError('wrongState', '收费标准正在审批，暂不能修改')
}

/** Refuses a line that its setter may not have, or whose template is not there. */
async function demandConfig(ctx: Ctx, body: Config): Promise<void> {
  const fee = FEES[body.feeType]!
  if (!fee.setters.includes(setterOf(ctx))) throw invalid('feeType', '本单位不收取该项费用')
  if (!fee.settings.includes(body.setting)) throw invalid('setting', '该项费用不能这样收取')
  if (!fee.payers.includes(body.payer)) throw invalid('payer', '该项费用由中标（成交）供应商支付')
  if (!fee.hasMemberDiscount && Object.keys(body.memberDiscounts).length > 0)
    throw invalid('memberDiscounts', '该项费用没有会员优惠')
  const isComputed = fee.isComputed && body.setting !== Setting.values.free
  if (!isComputed && body.templateId !== null) throw invalid('templateId', '该项费用不按模板计算')
  if (isComputed && (body.templateId === null || !(await usableTemplate(ctx, ownerOf(ctx), body.templateId))))
    throw invalid('templateId', '请选择收费模板')
}

function storedConfig(ctx: Ctx, { memberDiscounts, methods, ...rest }: Config) {
  const discounts = JSON.stringify(memberDiscounts)
  const sorted = [...new Set(methods)].toSorted((a, b) => a - b)
  return { ...rest, methods: sorted, memberDiscounts: discounts, updatedAt: ctx.clock.now() }
}

function storedTemplate(ctx: Ctx, { name, terms }: BodyOf<typeof contract.addTemplate>) {
  const kept: Terms = isTiered(terms) ? terms : { ...terms, tiers: [] }
  return { name, terms: JSON.stringify(kept), updatedAt: ctx.clock.now() }
}

function invalid(path: string, message: string): AppError {
  return new AppError('invalid', message, [{ path, message }])
}

function told(ctx: Ctx, entityId: string, summary: string): void {
  ctx.audit({ action: 'charge.keep', entity: 'charge-standard', entityId, summary })
}
