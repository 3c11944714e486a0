import type { BodyOf, OutputOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { type Filling, table } from '#features/procurement/rules/rich-text.ts'
import { orderFilling, ownOrder } from '#features/procurement/server/public.ts'
import { asEmployee } from '#server/context.ts'
import type { previewTemplate } from '../contract/templates.ts'
import type { TemplateKind } from '../rules/kinds.ts'
import { PLACEHOLDERS } from '../rules/placeholders.ts'
import { resolve } from '../rules/resolve.ts'
import { type Ctx, demandKeeper } from './access.ts'
import { demandScope, parseContent } from './content.ts'

/** Known only when a text is used: who bids, who accepts, what the committee found. */
const LATER = ['开标', '评审', '承诺']

/** A content filled with examples, or with an own order's facts: what that order lacks is named. */
export async function preview(
  ctx: Ctx,
  kind: TemplateKind,
  { scope, content, orderId }: BodyOf<typeof previewTemplate>,
): Promise<OutputOf<typeof previewTemplate>> {
  demandKeeper(ctx, kind)
  await demandScope(ctx, { kind, scope })
  const filling = orderId === null ? EXAMPLES : await fillingOf(ctx, orderId)
  return resolve({ kind, scope, content: parseContent(kind, content) }, filling)
}

async function fillingOf(ctx: Ctx, orderId: string): Promise<Filling> {
  asEmployee(ctx)
  if (!ctx.actor.rights.has(ctx.actor.workbench === 'agency' ? 'agencyTendering' : 'tendering'))
    throw new AppError('noRight')
  const { order } = await ownOrder(ctx, orderId)
  const facts = await orderFilling(ctx, order)
  const later = PLACEHOLDERS.filter(({ group }) => LATER.includes(group)).map(({ key }) => [key, `〔${key}〕`])
  return { ...facts, values: { ...Object.fromEntries(later), ...facts.values } }
}

const EXAMPLES: Filling = {
  values: Object.fromEntries(PLACEHOLDERS.map(({ key, example }) => [key, example])),
  blocks: {
    候选人表: [
      table(
        ['排序', '中标候选人', '投标报价（元）', '评审得分'],
        [
          ['第 1 名', '江州康达医疗器械有限公司', '9,500,000.00', '92.40'],
          ['第 2 名', '江州同和医疗科技有限公司', '9,620,000.00', '90.15'],
        ],
      ),
    ],
  },
}
