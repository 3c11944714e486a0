import { AppError } from '#contract/errors.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { formatAmount } from '#contract/money.ts'
import { methodOf } from '#features/procurement/methods/all.ts'
import type { Section } from '#features/workflow/contract/workflows.ts'
import type { FactField } from '#features/workflow/rules/definition.ts'
import type { Approvals, Business, BusinessNode } from '#features/workflow/server/public.ts'
import { implement, type Route } from '#server/implement.ts'
import { submitSupplement, withdrawSupplement } from '../contract/supplement.ts'
import { breachesOf, dealOf } from '../rules/findings.ts'
import { sideOf, supplementPlaces } from '../rules/places.ts'
import { ACTS, type Any, type Ctx, demanded, ownSupplement, seatOf, SUBJECT } from './access.ts'
import { register, withdraw } from './apply.ts'
import { copyOf, findingsNow } from './content.ts'

const DEAL: FactField = { key: 'deal', label: '成交金额', type: 'amount', options: [] }
const BREACHES: FactField = {
  key: 'breached',
  label: '核对不符',
  type: 'choice',
  options: [
    { value: 'yes', label: '有' },
    { value: 'no', label: '无' },
  ],
}

type Done = { version: number }
type SubmitBody = BodyOf<typeof submitSupplement>
type WithdrawBody = BodyOf<typeof withdrawSupplement>

interface Step<Body> {
  node: string
  label: string
  body: BusinessNode<Body, Done>['body']
  rows: (body: Body, reason: string) => Section['rows']
  apply: (ctx: Ctx, supplementId: string, body: Body) => Promise<Done>
}

function step<Body>({ node, label, body, rows, apply }: Step<Body>): BusinessNode<Body, Done> {
  return {
    node,
    label,
    body,
    subjectKind: SUBJECT,
    facts: [DEAL, BREACHES],
    async open(ctx, supplementId, lock) {
      const row = await ownSupplement(ctx, supplementId, lock)
      if (!(await seatOf(ctx, row)).who.isHandler) throw new AppError('notFound')
    },
    async describe(ctx, supplementId, { workbench }) {
      const row = await ctx.expectOne('supplement', { id: supplementId })
      const copy = copyOf(row)
      const breaches = copy ? breachesOf(await findingsNow(ctx, copy.content)).length : row.breaches
      const at = supplementPlaces(sideOf(workbench))
      return {
        title: `${copy?.content.title ?? row.title}（${row.code}）`,
        facts: { deal: copy ? dealOf(copy.content) : row.deal, breached: breaches > 0 ? 'yes' : 'no' },
        trail: { entity: 'supplement', entityId: supplementId },
        topics: [`supplement:${supplementId}`],
        page: at.detail(supplementId),
        editor: at.preview(supplementId),
      }
    },
    sections: (ctx, supplementId, given) =>
      sectionsOf(ctx, supplementId, { label, rows: (reason) => rows(given, reason) }),
    apply,
  }
}

async function sectionsOf(
  ctx: Any,
  supplementId: string,
  { label, rows }: { label: string; rows: (reason: string) => Section['rows'] },
): Promise<Section[]> {
  const row = await ctx.expectOne('supplement', { id: supplementId })
  const copy = copyOf(row)
  const run = copy?.content
  const breaches = run ? breachesOf(await findingsNow(ctx, run)) : []
  const empty = { rows: [], table: null, content: null, files: [] }
  return [
    {
      ...empty,
      title: label,
      rows: [
        { label: '采购方式', value: methodOf(run?.method ?? row.method).name },
        { label: '预算金额', value: `${formatAmount(run?.budget ?? row.budget)} 元` },
        { label: '成交金额', value: `${formatAmount(run ? dealOf(run) : row.deal)} 元` },
        { label: '成交供应商', value: run ? run.awards.map(({ name }) => name).join('、') : row.winners },
        ...(run ? [{ label: '补录原因', value: run.reason }] : []),
        ...rows(row.draftReason),
      ],
    },
    ...(breaches.length > 0
      ? [
          {
            ...empty,
            title: `核对不符 ${breaches.length} 项`,
            table: {
              columns: ['要求', '不符之处', '依据'],
              rows: breaches.map(({ title, message, source }) => [title, message, source]),
            },
          },
        ]
      : []),
  ]
}

const registerNode = step<SubmitBody>({
  node: 'register',
  label: '登记补录',
  body: submitSupplement.body,
  rows: () => [],
  apply: (ctx, supplementId, { revision }) => register(ctx, supplementId, revision),
})
const correctNode = step<SubmitBody>({
  node: 'correct',
  label: '更正补录',
  body: submitSupplement.body,
  rows: (_body, reason) => [{ label: '更正原因', value: reason }],
  apply: (ctx, supplementId, { revision }) => register(ctx, supplementId, revision),
})
const withdrawNode = step<WithdrawBody>({
  node: 'withdraw',
  label: '撤回补录',
  body: withdrawSupplement.body,
  rows: ({ reason }) => [{ label: '撤回原因', value: reason }],
  apply: (ctx, supplementId, { reason }) => withdraw(ctx, supplementId, reason),
})

/** Steps of a registration as companies may have them approved. */
export const supplementApprovals: Business = {
  type: 'supplement',
  label: '补录登记',
  menus: ['supplement'],
  nodes: [registerNode, correctNode, withdrawNode],
}

/** Done at once where a company has no definition for it, held otherwise. */
export function approvedRoutes(approvals: Approvals): readonly Route[] {
  const submit = async <Body extends WithdrawBody | SubmitBody>(
    ctx: Ctx,
    node: BusinessNode<Body, Done>,
    { subjectId, body }: { subjectId: string; body: Body },
  ) => {
    const answer = await approvals.submit(ctx, { business: supplementApprovals, node, subjectId, body })
    return 'done' in answer ? answer.done : answer
  }
  return [
    implement(submitSupplement, ACTS, async (ctx, { params, body }) => {
      // Of two acts at once the second sees that the first is done, or waits for its approval.
      const { row } = await demanded(ctx, params.supplementId, 'submit')
      return submit(ctx, row.version === 0 ? registerNode : correctNode, { subjectId: row.id, body })
    }),
    implement(withdrawSupplement, ACTS, async (ctx, { params, body }) => {
      const { row } = await demanded(ctx, params.supplementId, 'withdraw')
      return submit(ctx, withdrawNode, { subjectId: row.id, body })
    }),
  ]
}
