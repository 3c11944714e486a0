import type { Right } from '#web/platform.ts'
import type { Page } from '../../../methods/pages.ts'
import type { OrderState } from '../../../engine/states.ts'
import { patternsOf } from '../../../methods/places.ts'
import { fillWords } from '../../../methods/words.ts'

/** Business type of a tender's steps. */
export const BIDDING = 'bidding'

/** Steps of a tender that a company may let be approved. */
export type ApprovalStep = keyof typeof STEPS

/** Steps of the order itself; a sign-up is one of its trades. */
export type OrderStep = Exclude<ApprovalStep, 'signUpResult'>

interface AuditedStep {
  /** With words of the method in braces. */
  label: string
  audit: Page
  /** The same of a change of what the step published, which is made in this state. */
  change?: { audit: Page; in: OrderState }
  back: { label: string; page: Page }
  /** Where whoever took the step goes on; null: there. */
  next: Page | null
}

const ORDER = { label: '{order}详情', page: 'publish.detail' } as const

/** By step: its name, where its approval is read, and where that page leads back to. */
export const STEPS = {
  signUpResult: {
    label: '报名审核结果',
    audit: 'sign-up.audit',
    back: { label: '报名情况', page: 'sign-up.list' },
    next: null,
  },
  announcement: { label: '{announcement}发布', audit: 'publish.audit', back: ORDER, next: 'publish.detail' },
  change: {
    label: '变更公告',
    audit: 'change.audit',
    back: { label: '变更公告', page: 'change.list' },
    next: 'change.list',
  },
  clarification: {
    label: '澄清答疑',
    audit: 'clarify.audit',
    back: { label: '澄清答疑', page: 'clarify.edit' },
    next: null,
  },
  candidates: {
    label: '{candidateNotice}',
    audit: 'candidates.audit',
    change: { audit: 'candidates.changeAudit', in: 'candidates.public' },
    back: ORDER,
    next: 'candidates.detail',
  },
  winner: {
    label: '{won}结果公告',
    audit: 'winner.audit',
    change: { audit: 'winner.changeAudit', in: 'winner.fixed' },
    back: ORDER,
    next: 'winner.detail',
  },
  abortive: { label: '流标处理', audit: 'abortive.audit', back: ORDER, next: 'abortive.detail' },
  invitees: {
    label: '追加供应商',
    audit: 'abortive.addSupplierAudit',
    back: { label: '受邀供应商', page: 'abortive.addSupplier' },
    next: null,
  },
} as const satisfies Record<string, AuditedStep>

/** Where the approval of a step of an order is read. */
export function auditPageOf(step: OrderStep, { state }: { state: OrderState }): Page {
  const { audit, change }: AuditedStep = STEPS[step]
  return change?.in === state ? change.audit : audit
}

/** The audit pages of both sides, for the feature that draws approvals. Methods of different families may share one. */
export const biddingAuditPages = Object.entries<AuditedStep>(STEPS).flatMap(([node, step]) => {
  const { label, audit, change, back } = step
  const backs = patternsOf(back.page, ['purchaser', 'agency'])
  const found = [audit, change?.audit ?? audit].flatMap((page) => patternsOf(page, ['purchaser', 'agency']))
  return found
    .filter((one, i) => found.findIndex(({ path }) => path === one.path) === i)
    .map(({ side, method, path }) => ({
      path,
      title: `${fillWords(method.words, label)}审批`,
      workbench: side,
      right: (side === 'purchaser' ? 'tendering' : 'agencyTendering') as Right,
      type: BIDDING,
      node,
      param: node === 'signUpResult' ? 'tradeId' : 'orderId',
      back: {
        label: fillWords(method.words, back.label),
        to: backs.find((one) => one.method === method && one.side === side)!.path.replaceAll(/\/:\w+\?/g, ''),
      },
    }))
})
