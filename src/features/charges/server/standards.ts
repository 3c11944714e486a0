import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { methodOf } from '#features/procurement/methods/all.ts'
import type { orderRow } from '#features/procurement/server/public.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { NULL } from '#server/database/records.ts'
import type { standardDetail } from '../contract/standard.ts'
import { FEES, PayeeKind, type Payer, type Setter, Setting } from '../rules/enums.ts'
import type { Terms } from '../rules/fee.ts'
import { presetOf, PRESETS } from '../rules/presets.ts'

/* Standards: what a company, or the platform, charges; as it is kept, and as it was published. */

type Any = Context<Actor | null>
export type Order = Awaited<ReturnType<typeof orderRow>>

export interface Template {
  templateId: string
  name: string
  terms: Terms
  isReference: boolean
}

/** A line of a standard, whole: what was published needs nothing else to be read. */
export interface Line {
  configId: string
  feeType: number
  methods: number[]
  setting: number
  collection: number
  payee: 1 | 2
  template: Template | null
  payer: Payer
  memberDiscounts: Record<string, string>
  note: string
}

export type Publication = OutputOf<typeof standardDetail>['standards'][number]

/** Lines as they are kept now, in the order of their fees. */
export async function keptLines(ctx: Any, companyId: string | null): Promise<Line[]> {
  const rows = await ctx.many('charge_config', { companyId: companyId ?? NULL }, { orderBy: ['feeType', 'id'] })
  const templates = await keptTemplates(ctx, companyId)
  return rows.map((row) => ({
    configId: row.id,
    feeType: row.feeType,
    methods: row.methods,
    setting: row.setting,
    collection: row.collection,
    payee: companyId === null ? PayeeKind.values.platform : PayeeKind.values.organisation,
    template: templates.find(({ templateId }) => templateId === row.templateId) ?? null,
    payer: row.payer as Payer,
    memberDiscounts: row.memberDiscounts as Record<string, string>,
    note: row.note,
  }))
}

/** Templates that may be used: everybody's presets, and the own ones. */
export async function keptTemplates(ctx: Any, companyId: string | null): Promise<(Template & { isOwn: boolean })[]> {
  const rows = await ctx.many('charge_template', { companyId: companyId ?? NULL }, { orderBy: ['id'] })
  return [
    ...PRESETS.map(({ id, name, terms }) => ({ templateId: id, name, terms, isReference: true, isOwn: false })),
    ...rows.map((row) => ({
      templateId: row.id,
      name: row.name,
      terms: row.terms as unknown as Terms,
      isReference: false,
      isOwn: true,
    })),
  ]
}

/** A template that may be used, or undefined. */
export async function usableTemplate(ctx: Any, companyId: string | null, id: string): Promise<Template | undefined> {
  return (await keptTemplates(ctx, companyId)).find(({ templateId }) => templateId === id)
}

interface Asked {
  companyId?: string | null
  id?: string
  /** In force then; absent: newest first, all. */
  at?: Date
}

/** Publications with the names of whom they are of. */
export async function findPublications(ctx: Any, { companyId, id, at }: Asked): Promise<Publication[]> {
  const rows = await ctx.tx
    .selectFrom('charge_publication as p')
    .leftJoin('company as c', 'c.id', 'p.companyId')
    .selectAll('p')
    .select('c.name')
    .where('p.tenantId', '=', ctx.tenantId)
    .$if(companyId !== undefined, (q) => q.where('p.companyId', 'is not distinct from', companyId ?? null))
    .$if(id !== undefined, (q) => q.where('p.id', '=', id!))
    .$if(at !== undefined, (q) => q.where('p.publishedAt', '<=', at!))
    .orderBy('p.publishedAt', 'desc')
    .orderBy('p.no', 'desc')
    .limit(at === undefined ? 100 : 1)
    .execute()
  return rows.map((row) => ({
    publicationId: row.id,
    companyId: row.companyId,
    companyName: row.name ?? '平台',
    no: row.no,
    note: row.note,
    publishedAt: row.publishedAt.toISOString(),
    publishedByName: row.publishedByName,
    lines: row.lines as unknown as Line[],
  }))
}

/** The standard in force of a company or the platform; null before there is one. */
export async function inForce(ctx: Any, companyId: string | null, at = ctx.clock.now()): Promise<Publication | null> {
  return (await findPublications(ctx, { companyId, at }))[0] ?? null
}

/**
 * The standards of an order: of the platform, its purchaser and its agency, as they stood when it was published. What was
 * published later is not for it.
 */
export async function standardsOf(
  ctx: Any,
  order: Pick<Order, 'publishedAt' | 'ownerCompanyId' | 'purchaserCompanyId'>,
): Promise<{ role: Setter; standard: Publication }[]> {
  const { publishedAt, ownerCompanyId, purchaserCompanyId } = order
  const sides: [Setter, string | null][] = [
    ['admin', null],
    ['purchaser', purchaserCompanyId],
  ]
  if (ownerCompanyId !== purchaserCompanyId) sides.push(['agency', ownerCompanyId])
  const found: { role: Setter; standard: Publication }[] = []
  for (const [role, companyId] of sides) {
    const standard = await inForce(ctx, companyId, publishedAt ?? ctx.clock.now())
    if (standard) found.push({ role, standard })
  }
  return found
}

/** What is charged for an order: lines that hold for its method, of those who may charge them. Of all methods means of all purchases. */
export async function chargesOf(
  ctx: Any,
  order: Pick<Order, 'publishedAt' | 'ownerCompanyId' | 'purchaserCompanyId' | 'method'>,
): Promise<{ standard: Publication; line: Line & { template: Template } }[]> {
  const { sells } = methodOf(order.method)
  return (await standardsOf(ctx, order)).flatMap(({ role, standard }) =>
    (standard.lines as Line[]).flatMap((line) => {
      const isMeant = line.methods.length === 0 ? !sells : line.methods.includes(order.method)
      const isDue = line.setting !== Setting.values.free && FEES[line.feeType]!.setters.includes(role)
      return isMeant && isDue && line.template ? [{ standard, line: { ...line, template: line.template } }] : []
    }),
  )
}

/** A template that everybody may read: a preset, or one as it stands in a published standard, the newest of them. */
export async function publicTemplate(ctx: Any, id: string): Promise<Template | undefined> {
  const preset = presetOf(id)
  if (preset) return { templateId: id, name: preset.name, terms: preset.terms, isReference: true }
  const line = await publishedLine(ctx, { template: { templateId: id } })
  return line?.template ?? undefined
}

/** The newest published line that holds this, or undefined. */
export async function publishedLine(
  ctx: Any,
  holds: { configId: string } | { template: { templateId: string } },
): Promise<Line | undefined> {
  const { rows } = await sql<{ line: Line }>`
    select l as line from charge_publication p, jsonb_array_elements(p.lines) l
    where p.tenant_id = ${ctx.tenantId} and p.lines @> ${JSON.stringify([holds])}::jsonb
      and l @> ${JSON.stringify(holds)}::jsonb
    order by p.published_at desc limit 1`.execute(ctx.tx)
  return rows[0]?.line
}

export function notFoundUnless<T>(found: T | undefined | null): T {
  if (found === undefined || found === null) throw new AppError('notFound')
  return found
}
