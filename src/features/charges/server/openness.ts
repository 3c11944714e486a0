import { AppError } from '#contract/errors.ts'
import { Id } from '#contract/id.ts'
import { demandVisible, orderRow } from '#features/procurement/server/public.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { implementPublic, type Route } from '#server/implement.ts'
import { noticeInForce } from '../contract/bill.ts'
import * as contract from '../contract/standard.ts'
import { FormulaFault } from '../rules/expression.ts'
import { computeFee } from '../rules/fee.ts'
import { currentNotice } from './notices.ts'
import {
  findPublications,
  inForce,
  notFoundUnless,
  publicTemplate,
  type Publication,
  publishedLine,
  standardsOf,
  type Template,
  usableTemplate,
} from './standards.ts'

type Any = Context<Actor | null>

/** What everybody may read of standards. */
export const opennessRoutes: readonly Route[] = [
  implementPublic(contract.standardDetail, {}, (ctx, { params }) => standardsFor(ctx, params.id)),

  implementPublic(contract.templateDetail, {}, async (ctx, { params }) =>
    notFoundUnless((await publicTemplate(ctx, params.id)) ?? (await ownTemplate(ctx, params.id))),
  ),

  implementPublic(contract.computeFee, {}, async (ctx, { query }) => {
    const { templateId, configId, ...amounts } = query
    const template =
      configId === undefined
        ? ((await publicTemplate(ctx, templateId!)) ?? (await ownTemplate(ctx, templateId!)))
        : (await publishedLine(ctx, { configId }))?.template
    const { terms, isReference } = notFoundUnless(template)
    try {
      return { ...computeFee(terms, amounts), isReference }
    } catch (error) {
      if (error instanceof FormulaFault) throw new AppError('invalid', error.message)
      throw error
    }
  }),

  implementPublic(noticeInForce, {}, async (ctx) => {
    const notice = await currentNotice(ctx)
    return (
      notice && {
        content: notice.content,
        from: notice.fromAt.toISOString(),
        until: notice.untilAt?.toISOString() ?? null,
      }
    )
  }),
]

/** A template that is not published is read by those who keep it. */
async function ownTemplate(ctx: Any, id: string): Promise<Template | undefined> {
  const { actor } = ctx
  if (!actor || (actor.workbench !== 'admin' && actor.companyId === null)) return undefined
  return usableTemplate(ctx, actor.workbench === 'admin' ? null : actor.companyId, id)
}

async function standardsFor(ctx: Any, id: string): Promise<{ title: string; standards: Publication[] }> {
  if (id === 'platform') return { title: '平台收费标准', standards: listed(await inForce(ctx, null)) }
  if (!Id.safeParse(id).success) throw new AppError('notFound')
  const [one] = await findPublications(ctx, { id })
  if (one) return { title: `${one.companyName}收费标准`, standards: [one] }
  const company = await ctx.tx
    .selectFrom('company as c')
    .innerJoin('company_tenant as t', 't.companyId', 'c.id')
    .select(['c.id', 'c.name'])
    .where('t.tenantId', '=', ctx.tenantId)
    .where('c.id', '=', id)
    .executeTakeFirst()
  if (company) return { title: `${company.name}收费标准`, standards: listed(await inForce(ctx, company.id)) }
  const order = await orderRow(ctx, id)
  const isOwn = [order.ownerCompanyId, order.purchaserCompanyId].includes(ctx.actor?.companyId ?? '')
  if (!isOwn) {
    if (!order.publishedAt || order.isSecret) throw new AppError('notFound')
    await demandVisible(ctx, order)
  }
  const found = await standardsOf(ctx, order)
  return { title: `${order.title}收费公示`, standards: found.map(({ standard }) => standard) }
}

function listed(one: Publication | null): Publication[] {
  return one ? [one] : []
}
