import type { BodyOf } from '#contract/endpoint.ts'
import { Exact } from '#contract/money.ts'
import { formatDate } from '#contract/time.ts'
import { clientCompanies } from '#features/clients/server/public.ts'
import { drawNumber, purchaserOf } from '#features/procurement/server/public.ts'
import { pickTemplates } from '#features/templates/server/public.ts'
import { implement, type Route } from '#server/implement.ts'
import { keptFiles, type StoredFile } from '#server/files/own-files.ts'
import { includes } from '#server/search/includes.ts'
import { AppError } from '#contract/errors.ts'
import * as contract from '../contract/demand.ts'
import { wrongDemandExtras } from '../rules/fields.ts'
import { profileOf } from '../rules/profiles.ts'
import { ACTS, type Ctx, type Demand, demanded, handles, invalid, noteAuthor, record, refuseWrong } from './access.ts'
import { barredOf } from './admitted.ts'
import { parametersFromTemplate } from './presets.ts'
import { writeVersion } from './parameters.ts'

type Fields = BodyOf<typeof contract.createDemand>

/** Demands while they are drafted. */
export const draftRoutes: readonly Route[] = [
  implement(contract.demandChoices, ACTS, async (ctx, { query }) => ({
    categories: await categoriesInUse(ctx),
    suppliers: await suppliers(ctx, query.keyword),
    purchasers: ctx.actor.workbench === 'agency' ? await purchasers(ctx) : [],
  })),

  implement(contract.parameterPresets, ACTS, async (ctx, { query }) => {
    const of = { companyId: ctx.actor.companyId, scope: query.categoryId }
    const found = await pickTemplates(ctx, 'demands-parameter', of)
    return found.map(({ templateId, name, content }) => ({
      templateId,
      name,
      parameters: parametersFromTemplate(content),
    }))
  }),

  implement(contract.createDemand, ACTS, async (ctx, { body }) => {
    if (!handles(ctx.actor)) throw new AppError('noRight')
    const now = ctx.clock.now()
    const id = ctx.newId()
    const purchaserCompanyId = await purchaserOf(ctx, body)
    const code = await drawCode(ctx, body.profile)
    await ctx.insert('demand', {
      ...(await columns(ctx, body.profile, { body })),
      id,
      code,
      profile: body.profile,
      companyId: ctx.actor.companyId,
      purchaserCompanyId,
      state: 'draft',
      createdBy: ctx.actor.userId,
      createdByName: ctx.actor.name,
      createdAt: now,
    })
    const { regime, mode } = body
    const owned = { id, companyId: ctx.actor.companyId, purchaserCompanyId, regime, mode }
    await writeParts(ctx, owned, { body, known: new Set() })
    await noteAuthor(ctx, id)
    record(ctx, { id, code }, { action: 'create', summary: `起草${profileOf(body.profile).label}：${body.title}` })
    return { demandId: id }
  }),

  implement(contract.updateDemand, ACTS, async (ctx, { params, body }) => {
    const { demand } = await demanded(ctx, params.demandId, 'edit')
    const { id } = demand
    const purchaserCompanyId = await purchaserOf(ctx, body)
    if (purchaserCompanyId !== demand.purchaserCompanyId) throw invalid('purchaserCompanyId', '采购人不能变更')
    const before = await ctx.many('demand_parameter', { demandId: id }, { columns: ['parameterId'] })
    const known = new Set(before.map(({ parameterId }) => parameterId))
    await ctx.update('demand', { id }, await columns(ctx, demand.profile, { body, kept: demand.files as StoredFile[] }))
    await ctx.remove('demand_item', { demandId: id })
    await ctx.remove('demand_parameter', { demandId: id })
    await ctx.remove('demand_trade', { demandId: id })
    await ctx.remove('demand_round', { demandId: id })
    await writeParts(ctx, demand, { body, known })
    await noteAuthor(ctx, id)
    record(ctx, demand, { action: 'update', summary: `修改${profileOf(demand.profile).label}：${body.title}` })
  }),

  implement(contract.removeDemand, ACTS, async (ctx, { params }) => {
    const { demand } = await demanded(ctx, params.demandId, 'remove')
    await ctx.remove('demand', { id: demand.id })
    record(ctx, demand, { action: 'remove', summary: `删除需求草稿：${demand.title}` })
  }),
]

async function columns(ctx: Ctx, profile: string, { body, kept = [] }: { body: Fields; kept?: readonly StoredFile[] }) {
  const { title, category, purpose, regime, region, funds, budget, wishedOn, place } = body
  const { isPublicService, isComplex, mode, noSurveyReason, hidesAnswers, questions, files, extras } = body
  refuseWrong(wrongDemandExtras(profileOf(profile).demandFields, extras))
  if (new Exact(budget).isZero()) throw invalid('budget', '预算须大于零')
  if (mode === 'none' && noSurveyReason.length < 2) throw invalid('noSurveyReason', '请说明不开展调研的理由')
  for (const [i, { kind, options }] of questions.entries())
    if (kind === 'choice' && options.length < 2) throw invalid(`questions.${i}.options`, '单选题至少有两个选项')
  if (body.categoryId !== null && !(await categoriesInUse(ctx)).some((one) => one.categoryId === body.categoryId))
    throw invalid('categoryId', '需求分类不存在或已停用')
  const stored = await keptFiles(ctx, files, {
    use: 'demand',
    kept,
  })
  return {
    title,
    category,
    categoryId: body.categoryId,
    purpose,
    regime,
    region,
    funds,
    budget,
    wishedOn,
    place,
    isPublicService,
    isComplex,
    mode,
    noSurveyReason: mode === 'none' ? noSurveyReason : '',
    hidesAnswers,
    questions: JSON.stringify(mode === 'none' ? [] : questions),
    extras: JSON.stringify(extras),
    files: JSON.stringify(stored),
  }
}

type Owned = Pick<Demand, 'id' | 'companyId' | 'purchaserCompanyId' | 'regime' | 'mode'>

async function writeParts(
  ctx: Ctx,
  demand: Owned,
  { body, known }: { body: Fields; known: ReadonlySet<string> },
): Promise<void> {
  const { items, parameters, mode, endsAt, inviteeIds } = body
  const last = new Map<number, number>()
  await ctx.insert(
    'demand_item',
    items.map((item, i) => {
      if (new Exact(item.quantity).isZero()) throw invalid(`items.${i}.quantity`, '数量须大于零')
      const line = (last.get(item.lotNo) ?? 0) + 1
      last.set(item.lotNo, line)
      return { ...item, id: ctx.newId(), demandId: demand.id, line }
    }),
  )
  // The draft's version is its only one: written anew with every change.
  await ctx.tx
    .deleteFrom('demand_version')
    .where('tenantId', '=', ctx.tenantId)
    .where('demandId', '=', demand.id)
    .execute()
  await writeVersion(ctx, demand.id, { version: 1, reason: '', parameters, known })
  if (mode === 'none') return
  if (endsAt !== null)
    await ctx.insert('demand_round', { demandId: demand.id, roundNo: 1, version: 1, endsAt: new Date(endsAt) })
  if (mode === 'invited') await writeInvitees(ctx, demand, inviteeIds)
}

/** Suppliers who are asked by name; those who are there already stay. Their ids. */
export async function writeInvitees(ctx: Ctx, demand: Owned, companyIds: readonly string[]): Promise<string[]> {
  const ids = [...new Set(companyIds)]
  if (ids.length === 0) return []
  const found = await suppliersNamed(ctx, ids)
  if (found.length < ids.length || ids.some((id) => id === demand.companyId || id === demand.purchaserCompanyId))
    throw invalid('inviteeIds', '所选企业不是已认证的供应商，或为采购人、代理机构')
  const [barred] = await barredOf(ctx, demand, { companyIds: ids, act: 'invite' })
  if (barred) {
    const { name } = found.find(({ companyId }) => companyId === barred.companyId)!
    throw invalid('inviteeIds', `不能邀请${name}：${barred.reason}`)
  }
  const there = await ctx.many('demand_trade', { demandId: demand.id, isPaper: false }, { columns: ['companyId'] })
  const further = found.filter(({ companyId }) => !there.some((one) => one.companyId === companyId))
  const trades = further.map(({ companyId, name }) => ({
    id: ctx.newId(),
    demandId: demand.id,
    companyId,
    name,
    isInvited: true,
    status: 'invited',
    createdAt: ctx.clock.now(),
  }))
  await ctx.insert('demand_trade', trades)
  return trades.map(({ id }) => id)
}

function certified(ctx: Ctx) {
  return ctx.tx
    .selectFrom('company_tenant as t')
    .innerJoin('company as c', 'c.id', 't.companyId')
    .select(['c.id as companyId', 'c.name'])
    .where('t.tenantId', '=', ctx.tenantId)
    .where('t.isCertified', '=', true)
    .where('t.status', '=', 1)
}

function suppliersNamed(ctx: Ctx, ids: readonly string[]) {
  return certified(ctx)
    .where('t.isSupplier', '=', true)
    .where('c.id', 'in', [...ids])
    .execute()
}

function suppliers(ctx: Ctx, keyword: string | undefined) {
  return certified(ctx)
    .where('t.isSupplier', '=', true)
    .where('c.id', '<>', ctx.actor.companyId)
    .$if(Boolean(keyword), (q) => q.where(includes(keyword!, ['c.name'])))
    .orderBy('c.name')
    .limit(200)
    .execute()
}

async function purchasers(ctx: Ctx) {
  const here = await certified(ctx)
    .where('t.isPurchaser', '=', true)
    .where('c.id', '<>', ctx.actor.companyId)
    .orderBy('c.name')
    .limit(200)
    .execute()
  const clients = await clientCompanies(ctx)
  return [...here, ...clients.filter(({ companyId }) => !here.some((one) => one.companyId === companyId))]
}

/** Own categories and the platform's, in use. */
async function categoriesInUse(ctx: Ctx) {
  const rows = await ctx.tx
    .selectFrom('demand_category')
    .select(['id as categoryId', 'name'])
    .where('tenantId', '=', ctx.tenantId)
    .where('isEnabled', '=', true)
    .where((e) => e.or([e('companyId', 'is', null), e('companyId', '=', ctx.actor.companyId)]))
    .orderBy('code')
    .execute()
  return rows
}

/** Prefix of the profile, day, running number of the tenant. */
async function drawCode(ctx: Ctx, profile: string): Promise<string> {
  const { codePrefix } = profileOf(profile)
  const [[row] = []] = await ctx.run([drawNumber(ctx.tenantId, `demand/${codePrefix}`)])
  return `${codePrefix}${formatDate(ctx.clock.now()).replaceAll('-', '')}${String(row!.last).padStart(6, '0')}`
}
