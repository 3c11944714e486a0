import type { BodyOf, OutputOf } from '#contract/endpoint.ts'
import { formatAmount, formatDigits } from '#contract/money.ts'
import type { Section } from '#features/workflow/contract/workflows.ts'
import type { FactField } from '#features/workflow/rules/definition.ts'
import type { Approvals, Business, BusinessNode } from '#features/workflow/server/public.ts'
import { implement, type Route } from '#server/implement.ts'
import { AppError } from '#contract/errors.ts'
import { adjustPrices, sendAgreement, supplementAgreement } from '../contract/agreement.ts'
import { agreementPlace } from '../rules/places.ts'
import type { Price } from '../rules/quota.ts'
import { KINDS, type Kind } from '../rules/words.ts'
import { AGREEMENT_SUBJECT, demanded, demandedEntry, isKeeper, KEEPS, ownAgreement } from './access.ts'
import { type Any, type Ctx, entriesOf, itemsOf, namesOf, pricesOf } from './rows.ts'
import { adjust, adjusted } from './entries.ts'
import { demandFurther, send, supplement } from './signing.ts'

const AMOUNT: FactField = { key: 'amount', label: '协议总金额', type: 'amount', options: [] }

interface Step<Body, Done> {
  node: string
  label: string
  call: { body: BusinessNode<Body, Done>['body'] }
  sections: (ctx: Any, agreementId: string, body: NoInfer<Body>) => Promise<Section[]>
  apply: (ctx: Ctx, agreementId: string, body: NoInfer<Body>) => Promise<Done>
}

function step<Body, Done>({ node, label, call, sections, apply }: Step<Body, Done>): BusinessNode<Body, Done> {
  return {
    node,
    label,
    body: call.body,
    subjectKind: AGREEMENT_SUBJECT,
    facts: [AMOUNT],
    async open(ctx, id, lock) {
      if (ctx.actor.workbench !== 'purchaser' || !isKeeper(ctx)) throw new AppError('notFound')
      await ownAgreement(ctx, id, lock)
    },
    async describe(ctx, id) {
      const row = await ctx.one('frame_agreement', { id })
      if (!row) throw new AppError('notFound')
      const page = agreementPlace(id)
      return {
        title: `${row.title}（${row.code}）`,
        facts: { amount: row.quota ?? '0' },
        trail: { entity: 'frame-agreement', entityId: id },
        topics: [],
        page,
        editor: page,
      }
    },
    sections,
    apply,
  }
}

function section(title: string, rows: Section['rows'], table: Section['table'] = null): Section {
  return { title, rows, table, content: null, files: [] }
}

async function pricesSection(ctx: Any, agreementId: string, { title, prices }: { title: string; prices: Price[] }) {
  const items = await itemsOf(ctx, agreementId)
  return section(title, [], {
    columns: ['标的', '单位', '协议价（元）', '数量上限'],
    rows: items.map(({ line, name, unit, quantity }) => {
      const price = prices.find((one) => one.line === line)
      const most = price?.quantity ?? quantity
      const value = price?.unitPrice ? formatDigits(price.unitPrice, 2) : '按订单报价'
      return [name, unit, value, most ? formatDigits(most) : '不限']
    }),
  })
}

async function nameOf(ctx: Any, companyId: string): Promise<string> {
  return (await namesOf(ctx, [companyId])).get(companyId) ?? ''
}

const sendNode = step<BodyOf<typeof sendAgreement>, OutputOf<typeof sendAgreement>>({
  node: 'send',
  label: '框架协议签订',
  call: sendAgreement,
  async sections(ctx, id) {
    const row = await ctx.expectOne('frame_agreement', { id })
    const parts: Section[] = []
    for (const entry of await entriesOf(ctx, id)) {
      const share = entry.share === null ? '' : `，份额 ${entry.share}%`
      const title = `${await nameOf(ctx, entry.supplierCompanyId)}${share}`
      parts.push(await pricesSection(ctx, id, { title, prices: pricesOf(entry) }))
    }
    return [
      section('协议', [
        { label: '协议名称', value: row.title },
        { label: '类型', value: KINDS[row.kind as Kind] },
        { label: '有效期', value: `${row.fromDay} 至 ${row.untilDay}` },
        { label: '协议总金额', value: row.quota === null ? '按数量控制' : `${formatAmount(row.quota)} 元` },
      ]),
      ...parts,
      section('条款', [{ label: '协议条款', value: row.terms }]),
    ]
  },
  apply: (ctx, id) => send(ctx, id),
})

const supplementNode = step<BodyOf<typeof supplementAgreement>, OutputOf<typeof supplementAgreement>>({
  node: 'supplement',
  label: '框架协议补充供应商',
  call: supplementAgreement,
  sections: async (ctx, id, { companyId, prices }) => [
    await pricesSection(ctx, id, { title: await nameOf(ctx, companyId), prices }),
  ],
  apply: (ctx, id, body) => supplement(ctx, id, body),
})

/** What an adjustment is held with: the call's body, and whose prices. */
const AdjustBody = adjustPrices.body.extend({ entryId: adjustPrices.params.shape.entryId })

const adjustNode = step<BodyOf<typeof adjustPrices> & { entryId: string }, OutputOf<typeof adjustPrices>>({
  node: 'adjust',
  label: '框架协议调价',
  call: { body: AdjustBody },
  async sections(ctx, id, { entryId, reason, prices }) {
    const { supplierCompanyId } = await ctx.expectOne('frame_entry', { id: entryId })
    return [
      section('调价', [
        { label: '供应商', value: await nameOf(ctx, supplierCompanyId) },
        { label: '原因', value: reason },
      ]),
      await pricesSection(ctx, id, { title: '调整后的价格', prices }),
    ]
  },
  apply: (ctx, agreementId, body) => adjust(ctx, { agreementId, entryId: body.entryId }, body),
})

/** Steps of frame agreements as companies may have them approved. */
export const frameApprovals: Business = {
  type: 'frameAgreement',
  label: '框架协议',
  menus: ['supplier-frame-agreements'],
  nodes: [sendNode, supplementNode, adjustNode],
}

/** Done at once where a company has no definition for it, held otherwise. */
export function approvedRoutes(approvals: Approvals): readonly Route[] {
  return [
    implement(sendAgreement, KEEPS, async (ctx, { params, body }) => {
      const subjectId = params.agreementId
      // Of two acts at once the second sees that the first is done, or waits for its approval.
      await demanded(ctx, subjectId, 'send')
      const answer = await approvals.submit(ctx, { business: frameApprovals, node: sendNode, subjectId, body })
      return 'done' in answer ? answer.done : answer
    }),

    implement(supplementAgreement, KEEPS, async (ctx, { params, body }) => {
      const subjectId = params.agreementId
      const { row } = await demanded(ctx, subjectId, 'supplement')
      await demandFurther(ctx, row, body)
      const answer = await approvals.submit(ctx, { business: frameApprovals, node: supplementNode, subjectId, body })
      return 'done' in answer ? answer.done : answer
    }),

    implement(adjustPrices, KEEPS, async (ctx, { params, body }) => {
      const { agreementId: subjectId, entryId } = params
      const { entry } = await demandedEntry(ctx, entryId, { action: 'adjust', agreementId: subjectId })
      await adjusted(ctx, entry, body.prices)
      const held = { ...body, entryId }
      const answer = await approvals.submit(ctx, { business: frameApprovals, node: adjustNode, subjectId, body: held })
      return 'done' in answer ? answer.done : answer
    }),
  ]
}
