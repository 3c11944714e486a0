import { say } from '../../../methods/say.ts'
import type { ReactNode } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { ApprovalPanel } from '#web/kit/approval-panel.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { PageHead } from '#web/kit/page-head.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useLive } from '#web/live.ts'
import { answerOf, useCall } from '#web/use-call.ts'
import { approvalNode, subjectApproval } from '#features/workflow/contract/businesses.ts'
import { WorkflowStatus } from '#features/workflow/rules/enums.ts'
import { useBuyer, useOrderPages } from '../use-buyer.ts'
import { OrderLine } from '../order/order-line.tsx'
import type { OrderDetail } from '../tones.ts'
import { orderTopics } from '../order-topics.ts'
import type { ApprovalStep, OrderStep } from './audit-pages.ts'
import { auditPageOf, BIDDING, STEPS } from './audit-pages.ts'

type Refused = OutputOf<typeof subjectApproval>['refused']

/** What a step's page knows of its approval. */
export interface StepApproval {
  /** What publishing asks for first; without a definition in force nothing. */
  rule: OutputOf<typeof approvalNode>
  refused: Refused
}

interface StepGateProps {
  step: OrderStep
  order: OrderDetail
  children: (approval: StepApproval) => ReactNode
}

/** A step's page while nobody has to approve it; while somebody has, who that is and since when. */
export function StepGate({ step, order, children }: StepGateProps) {
  const pages = useOrderPages()
  const { state, rule } = useStepApproval(step, { subjectId: order.orderId, orderId: order.orderId })
  return (
    <WhenLoaded query={state}>
      {({ pending, refused }) =>
        pending ? (
          <article>
            <PageHead
              title={say(order, STEPS[step].label)}
              status={<StatusTag label="审批中" tone="active" />}
              back={{ label: say(order, '{order}详情'), to: pages('publish.detail') }}
            />
            <OrderLine order={order} />
            <ApprovalPanel
              step={say(order, STEPS[step].label)}
              pending={pending}
              refused={null}
              to={pages(auditPageOf(step, order))}
            />
          </article>
        ) : (
          <WhenLoaded query={rule}>{(loaded) => children({ rule: loaded, refused })}</WhenLoaded>
        )
      }
    </WhenLoaded>
  )
}

/** The approval of a step of one record, kept current. */
export function useStepApproval(step: ApprovalStep, of: { subjectId: string; orderId: string }) {
  const params = { type: BIDDING, node: step }
  const state = useCall(subjectApproval, { params: { ...params, subjectId: of.subjectId } }, { fresh: 0 })
  const rule = useCall(approvalNode, { params })
  useLive(orderTopics(of.orderId))
  return { state, rule, knowRule: answerOf(rule) }
}

interface RefusedPanelProps {
  step: ApprovalStep
  refused: Refused
  /** Page of the approval of a sign-up, which the order's address alone does not tell. */
  to?: string
  onRestore?: () => void
}

/** Why the step came back, with the way to what was submitted. */
export function RefusedPanel({ step, refused, to, onRestore }: RefusedPanelProps) {
  const pages = useOrderPages()
  const buyer = useBuyer()
  if (!refused) return null
  const { status, endedAt, reasons } = refused
  return (
    <ApprovalPanel
      step={buyer.say(STEPS[step].label)}
      pending={null}
      refused={{ revoked: status === WorkflowStatus.values.revoked, endedAt, reasons }}
      to={to ?? pages(STEPS[step as OrderStep].audit)}
      {...(onRestore ? { onRestore } : {})}
    />
  )
}
