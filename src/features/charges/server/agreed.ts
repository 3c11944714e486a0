import { AppError } from '#contract/errors.ts'
import { formatAmount } from '#contract/money.ts'
import { methodOf } from '#features/procurement/methods/all.ts'
import { type AgreedFee, entrusting } from '#features/procurement/server/public.ts'
import { Collection, ElementKind, FeeType, Formula, type Payer, PAYERS, Setting } from '../rules/enums.ts'
import type { Any } from './bills.ts'
import { chargesOf, type Line, type Order, type Publication, type Template } from './standards.ts'

/* What purchaser and agency agreed about the agency's fee when the project was entrusted goes before the agency's standard. */

/** A charge that arises: of whom, by which publication if by one, by which line. */
export interface Due {
  standard: { companyId: Publication['companyId']; publicationId: string | null }
  line: Pick<Line, 'feeType' | 'setting' | 'collection' | 'payer' | 'memberDiscounts'> & {
    template: Pick<Template, 'name' | 'terms'>
  }
}

type Run = Pick<Order, 'projectId' | 'ownerCompanyId'>

/** The agreement about a project with the company that runs it, or undefined. */
export async function agreedFee(ctx: Any, { projectId, ownerCompanyId }: Run): Promise<AgreedFee | undefined> {
  return (await entrusting().feesOf(ctx, [projectId], ownerCompanyId)).get(projectId)
}

/** What the agency charges for an order, by how it is paid; of the lines that its standard has for it. */
const AGREED: Readonly<Record<AgreedFee['rule'], (own: readonly Due[], fee: AgreedFee, order: Run) => readonly Due[]>> =
  {
    free: () => [],
    standard: (own, { payer }) => own.map((due) => ({ ...due, line: { ...due.line, payer } })),
    fixed: (own, fee, { ownerCompanyId }) => [
      {
        standard: { companyId: ownerCompanyId, publicationId: null },
        line: {
          feeType: FeeType.values.agency,
          setting: Setting.values.billing,
          collection: own[0]?.line.collection ?? Collection.values.online,
          payer: fee.payer,
          memberDiscounts: {},
          template: {
            name: '委托协议约定的固定金额',
            terms: {
              formula: Formula.values.fixed,
              elements: [{ type: ElementKind.values.custom, value: fee.amount! }],
              tiers: [],
            },
          },
        },
      },
    ],
  }

/** What is charged for an order: by the standards in force, and for a purchase by an agency as agreed. */
export async function duesOf(ctx: Any, order: Order): Promise<readonly Due[]> {
  const [dues, agreed] = [await chargesOf(ctx, order), await agreedFee(ctx, order)]
  if (!agreed || methodOf(order.method).sells) return dues
  const isAgencys = ({ line }: Due) => line.feeType === FeeType.values.agency
  const rest = dues.filter((due) => !isAgencys(due))
  if (agreed.rule === 'fixed' && (await isCharged(ctx, order))) return rest
  return [...rest, ...AGREED[agreed.rule](dues.filter(isAgencys), agreed, order)]
}

/** A fixed fee is for the whole project: its first award brings the draft. */
async function isCharged(ctx: Any, { projectId, ownerCompanyId }: Run): Promise<boolean> {
  // Two awards of one project at once: one waits for the other here.
  await ctx.expectOne('project', { id: projectId }, { columns: ['id'], lock: 'update' })
  const row = await ctx.tx
    .selectFrom('charge_bill as b')
    .innerJoin('purchase_order as o', (j) => j.onRef('o.tenantId', '=', 'b.tenantId').onRef('o.id', '=', 'b.orderId'))
    .select('b.id')
    .where('b.tenantId', '=', ctx.tenantId)
    .where('o.projectId', '=', projectId)
    .where('b.creditorId', '=', ownerCompanyId)
    .where('b.feeType', '=', FeeType.values.agency)
    .where('b.state', '!=', 'void')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Refuses a charge of the agency that goes against what it agreed: `wrongState` where it is free, else `invalid`. */
export async function demandAgreed(ctx: Any, order: Run, payer: Payer): Promise<void> {
  const agreed = await agreedFee(ctx, order)
  if (!agreed) return
  if (agreed.rule === 'free') throw new AppError('wrongState', '委托协议约定不收取代理服务费')
  if (agreed.payer === payer) return
  const message = `委托协议约定由${PAYERS[agreed.payer]}支付`
  throw new AppError('invalid', message, [{ path: 'payer', message }])
}

/** The agreement in words, for whoever drafts a charge; empty: none. */
export function agreementText(agreed: AgreedFee | undefined): string {
  if (!agreed) return ''
  const rule = {
    free: '不收取代理服务费',
    standard: '按公示的收费标准收取',
    fixed: `固定金额 ${formatAmount(agreed.amount ?? '0')} 元`,
  }[agreed.rule]
  return agreed.rule === 'free' ? rule : `${rule}，由${PAYERS[agreed.payer]}支付`
}
