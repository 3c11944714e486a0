import { AppError } from '#contract/errors.ts'
import { formatAmount } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import type { BodyOf, OutputOf } from '#contract/endpoint.ts'
import type { Section } from '#features/workflow/contract/workflows.ts'
import type { FactField } from '#features/workflow/rules/definition.ts'
import type { Approvals, Business, BusinessNode } from '#features/workflow/server/public.ts'
import { implement, type Route } from '#server/implement.ts'
import { publishDemand } from '../contract/demand.ts'
import { handOver } from '../contract/plan.ts'
import { demandPlaces } from '../rules/places.ts'
import { sideOf } from '../rules/profiles.ts'
import { SURVEY_MODES } from '../rules/status.ts'
import { ACTS, type Any, type Ctx, DEMAND_SUBJECT, demanded, handles, seatAt } from './access.ts'
import { lastRound } from './rounds.ts'
import { publish } from './publish.ts'
import { makeProjectOf } from './results.ts'

const BUDGET: FactField = { key: 'budget', label: '预算金额', type: 'amount', options: [] }

interface Step<Body, Done> {
  node: string
  label: string
  body: BusinessNode<Body, Done>['body']
  rows: (ctx: Any, demandId: string, body: Body) => Promise<Section['rows']>
  apply: (ctx: Ctx, demandId: string, body: Body) => Promise<Done>
}

function step<Body, Done>({ node, label, body, rows, apply }: Step<Body, Done>): BusinessNode<Body, Done> {
  return {
    node,
    label,
    body,
    subjectKind: DEMAND_SUBJECT,
    facts: [BUDGET],
    async open(ctx, demandId, lock) {
      const { who } = await seatAt(ctx, demandId, lock)
      if (!who.isHandler) throw new AppError('notFound')
    },
    async describe(ctx, demandId, { workbench }) {
      const { title, code, budget, profile } = await ctx.expectOne('demand', { id: demandId })
      const at = demandPlaces({ side: sideOf(workbench), profile })
      return {
        title: `${title}（${code}）`,
        facts: { budget },
        trail: { entity: 'demand', entityId: demandId },
        topics: [`demand:${demandId}`],
        page: at.detail(demandId),
        editor: at.detail(demandId),
      }
    },
    async sections(ctx, demandId, given) {
      const items = await ctx.many('demand_item', { demandId }, { orderBy: ['lotNo', 'line'] })
      return [
        { title: label, rows: await rows(ctx, demandId, given), table: null, content: null, files: [] },
        {
          title: '采购标的',
          rows: [],
          table: {
            columns: ['名称', '规格', '数量'],
            rows: items
              .slice(0, 200)
              .map(({ name, spec, quantity, unit }) => [name, spec, `${Number(quantity)} ${unit}`]),
          },
          content: null,
          files: [],
        },
      ]
    },
    apply,
  }
}

type PublishBody = BodyOf<typeof publishDemand>
type HandOverBody = BodyOf<typeof handOver>

const publishNode = step<PublishBody, OutputOf<typeof publishDemand>>({
  node: 'publish',
  label: '发布需求调研',
  body: publishDemand.body,
  async rows(ctx, demandId) {
    const { mode, noSurveyReason, budget, purpose } = await ctx.expectOne('demand', { id: demandId })
    const round = await lastRound(ctx, demandId)
    return [
      { label: '调研方式', value: SURVEY_MODES[mode as 'open'] },
      ...(mode === 'none'
        ? [{ label: '不开展调研的理由', value: noSurveyReason }]
        : [{ label: '调研截止', value: formatTime(round?.endsAt) }]),
      { label: '预算', value: `${formatAmount(budget)} 元` },
      { label: '采购目的', value: purpose },
    ]
  },
  apply: (ctx, demandId) => publish(ctx, demandId),
})

const handOverNode = step<HandOverBody, OutputOf<typeof handOver>>({
  node: 'handOver',
  label: '转为采购项目',
  body: handOver.body,
  rows: (_ctx, _demandId, { name, budget, itemIds }) =>
    Promise.resolve([
      { label: '项目名称', value: name },
      { label: '项目预算', value: `${formatAmount(budget)} 元` },
      { label: '标的', value: `${itemIds.length} 项` },
    ]),
  apply: (ctx, demandId, body) => makeProjectOf(ctx, demandId, body),
})

/** Steps of a demand as companies may have them approved. */
export const demandApprovals: Business = {
  type: 'demand',
  label: '采购需求',
  menus: ['demands'],
  nodes: [publishNode, handOverNode],
}

/** Done at once where a company has no definition for it, held otherwise. */
export function approvedRoutes(approvals: Approvals): readonly Route[] {
  const submit = async <Body extends PublishBody, Done extends object>(
    ctx: Ctx,
    node: BusinessNode<Body, Done>,
    { subjectId, body }: { subjectId: string; body: Body },
  ) => {
    const answer = await approvals.submit(ctx, { business: demandApprovals, node, subjectId, body })
    return 'done' in answer ? answer.done : answer
  }
  return [
    implement(publishDemand, ACTS, async (ctx, { params, body }) => {
      // Of two acts at once the second sees that the first is done, or waits for its approval.
      await demanded(ctx, params.demandId, 'publish')
      return submit(ctx, publishNode, { subjectId: params.demandId, body })
    }),
    implement(handOver, ACTS, async (ctx, { params, body }) => {
      if (!handles(ctx.actor)) throw new AppError('noRight')
      await demanded(ctx, params.demandId, 'handOver')
      return submit(ctx, handOverNode, { subjectId: params.demandId, body })
    }),
  ]
}
