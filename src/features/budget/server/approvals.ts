import type { BodyOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { Exact, formatAmount, sum } from '#contract/money.ts'
import type { FactField } from '#features/workflow/rules/definition.ts'
import type { Approvals, Business, BusinessNode } from '#features/workflow/server/public.ts'
import { implement, type Route } from '#server/implement.ts'
import { adjustPlan, submitPlan } from '../contract/plan.ts'
import { budgetPlaces, CATEGORIES, type Category, type Level, LEVELS } from '../rules/levels.ts'
import { type Any, type Ctx, mayWrite, ownPlan, PLAN_SUBJECT, planDemanded, WRITES } from './access.ts'
import { adjust, putInForce } from './plans.ts'

const AMOUNT: FactField = { key: 'amount', label: '预算金额', type: 'amount', options: [] }

type Node<Body> = BusinessNode<Body, { version: number }>
type SubmitBody = BodyOf<typeof submitPlan>
type AdjustBody = BodyOf<typeof adjustPlan>

function node<Body extends SubmitBody>({
  name,
  label,
  body,
  sections,
  apply,
}: {
  name: string
  label: string
  body: Node<Body>['body']
  sections: Node<Body>['sections']
  apply: Node<Body>['apply']
}): Node<Body> {
  return {
    node: name,
    label,
    body,
    subjectKind: PLAN_SUBJECT,
    facts: [AMOUNT],
    async open(ctx, planId, lock) {
      const plan = await ownPlan(ctx, planId, lock)
      if (!(await mayWrite(ctx, plan))) throw new AppError('notFound')
    },
    async describe(ctx, planId) {
      const { title, code, level } = await ctx.expectOne('budget_plan', { id: planId })
      const lines = await ctx.many('budget_line', { planId }, { columns: ['amount'] })
      const at = budgetPlaces(level as Level)
      return {
        title: `${title}（${code}）`,
        facts: { amount: new Exact(sum(lines.map(({ amount }) => amount))).toFixed(2) },
        trail: { entity: 'budget', entityId: planId },
        topics: [],
        page: at.detail(planId),
        editor: at.detail(planId),
      }
    },
    sections,
    apply,
  }
}

/** Lines of a budget as an approver reads them. */
async function table(ctx: Any, planId: string) {
  const lines = await ctx.many('budget_line', { planId }, { orderBy: ['no'] })
  return {
    columns: ['科目', '类别', '资金来源', '金额（元）'],
    rows: lines.map(({ subject, category, funds, amount }) => [
      subject,
      CATEGORIES[category as Category],
      funds,
      formatAmount(amount),
    ]),
  }
}

/** A level comes into force. */
function submitNode(level: Level): Node<SubmitBody> {
  return node<SubmitBody>({
    name: LEVELS[level].node,
    label: `${LEVELS[level].label}生效`,
    body: submitPlan.body,
    async sections(ctx, planId) {
      const { year, purpose } = await ctx.expectOne('budget_plan', { id: planId })
      const rows = [
        { label: '年度', value: String(year) },
        { label: '说明', value: purpose },
      ]
      return [{ title: LEVELS[level].label, rows, table: await table(ctx, planId), content: null, files: [] }]
    },
    apply: async (ctx, planId) => putInForce(ctx, await planDemanded(ctx, planId, 'submit')),
  })
}

const SUBMIT = { annual: submitNode('annual'), department: submitNode('department'), apply: submitNode('apply') }

const adjustNode = node<AdjustBody>({
  name: 'adjust',
  label: '预算调整',
  body: adjustPlan.body,
  async sections(ctx, planId, { reason, lines }) {
    const known = await ctx.many('budget_line', { planId }, { columns: ['id', 'amount'] })
    const before = (lineId: string | null) => known.find(({ id }) => id === lineId)?.amount ?? '0.00'
    return [
      {
        title: '预算调整',
        rows: [{ label: '调整原因', value: reason }],
        table: {
          columns: ['科目', '调整前（元）', '调整后（元）'],
          rows: lines.map(({ subject, lineId, amount }) => [
            subject,
            formatAmount(before(lineId)),
            formatAmount(amount),
          ]),
        },
        content: null,
        files: [],
      },
    ]
  },
  apply: async (ctx, planId, body) => adjust(ctx, await planDemanded(ctx, planId, 'adjust'), body),
})

/** Steps of a budget as companies may have them approved. */
export const budgetApprovals: Business = {
  type: 'budget',
  label: '预算',
  menus: ['budget-annual', 'budget-apply'],
  nodes: [...Object.values(SUBMIT), adjustNode],
}

/** Done at once where a company has no definition for it, held otherwise. */
export function approvedRoutes(approvals: Approvals): readonly Route[] {
  const submit = async <Body extends SubmitBody>(
    ctx: Ctx,
    of: Node<Body>,
    { subjectId, body }: { subjectId: string; body: Body },
  ) => {
    const answer = await approvals.submit(ctx, { business: budgetApprovals, node: of, subjectId, body })
    return 'done' in answer ? answer.done : answer
  }
  return [
    implement(submitPlan, WRITES, async (ctx, { params, body }) => {
      const plan = await planDemanded(ctx, params.planId, 'submit')
      return submit(ctx, SUBMIT[plan.level as Level], { subjectId: plan.id, body })
    }),
    implement(adjustPlan, WRITES, async (ctx, { params, body }) => {
      const plan = await planDemanded(ctx, params.planId, 'adjust')
      return submit(ctx, adjustNode, { subjectId: plan.id, body })
    }),
  ]
}
