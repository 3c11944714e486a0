import type { Feature } from '#server/feature.ts'
import { topics } from './access.ts'
import type { Approvals } from '#features/workflow/server/public.ts'
import { contractDateRoutes } from './contract-date.ts'
import { invitationReplyRoutes } from './invitation-reply.ts'
import { inviteeRoutes, tellInvitees } from './invitations.ts'
import { documentRoutes } from './tender-documents.ts'
import { approvalRoutes } from './approvals.ts'
import { approvalSubscribers } from './approval-nodes.ts'
import { archiveRoutes } from './archive.ts'
import type { ArchivePart } from './archive-parts.ts'
import { awardLetterRoutes } from './award-letter.ts'
import { awardSheetRoutes } from './award-decision.ts'
import { awardRoutes } from './award.ts'
import { clarificationRoutes } from './clarifications.ts'
import { downloadRoutes } from './downloads.ts'
import { uploads } from './files.ts'
import { find } from './find.ts'
import { home } from './home.ts'
import { keyPolicyRoutes } from './key-policy.ts'
import { legalPolicyRoutes } from './legal-policy.ts'
import { messageKinds, subscribers } from './messages.ts'
import { checkNotices } from './notice-check.ts'
import { BOND_DECISIONS, OBJECTIONS, ORDERS, PROJECTS, QUESTIONS } from './bound.ts'
import { checkOrders } from './order-bound.ts'
import { checkLogged } from './logged-check.ts'
import { checkTerms } from './terms-check.ts'
import { noticeRoutes } from './notice-routes.ts'
import { objectionDeskRoutes } from './objection-desk.ts'
import { ownObjectionRoutes } from './objections-own.ts'
import { detailRoutes } from './order-detail.ts'
import { draftRoutes } from './order-draft.ts'
import { publishRoutes } from './order-publish.ts'
import { orderRoutes } from './orders.ts'
import { ownLotRoutes } from './own-lots.ts'
import { portalRoutes } from './portal.ts'
import { resultRoutes } from './result-change.ts'
import { itemRoutes } from './project-items.ts'
import { projectRoutes } from './projects.ts'
import { keptDocumentRoutes } from './kept-documents.ts'
import { signUpRoutes } from './sign-up.ts'
import { tenderDetailRoutes } from './supplier-detail.ts'
import { supplierNoticeRoutes } from './supplier-notices.ts'
import { tenderListRoutes } from './supplier-tenders.ts'
import { templateRoutes } from './templates.ts'
import { tradeRoutes } from './trades.ts'

/**
 * Projects, orders, trades, notices, awards. `archiveParts`: what other features add to the archive of an order;
 * `approvals`: what decides whether a step is done at once or held for approval.
 */
export function procurement({
  archiveParts,
  approvals,
}: {
  archiveParts: readonly ArchivePart[]
  approvals: Approvals
}): Feature {
  return {
    name: 'procurement',
    files: {
      'order_file.file_id': 'id',
      'trade_file.file_id': 'id',
      'archive.file_id': 'id',
      'order_result.evidence_file': 'id',
      'objection.files': 'document',
      'objection.answer_files': 'document',
      'purchase_order.settings': 'document',
      'notice.content': 'document',
      'notice.data': 'document',
    },
    routes: [
      ...projectRoutes,
      ...itemRoutes,
      ...orderRoutes,
      ...draftRoutes,
      ...detailRoutes,
      ...publishRoutes,
      ...approvalRoutes(approvals),
      ...clarificationRoutes,
      ...noticeRoutes,
      ...templateRoutes,
      ...tradeRoutes,
      ...awardRoutes,
      ...awardLetterRoutes,
      ...awardSheetRoutes,
      ...resultRoutes,
      ...objectionDeskRoutes,
      ...ownObjectionRoutes,
      ...archiveRoutes(archiveParts),
      ...downloadRoutes,
      ...tenderListRoutes,
      ...tenderDetailRoutes,
      ...signUpRoutes,
      ...ownLotRoutes,
      ...keptDocumentRoutes,
      ...supplierNoticeRoutes,
      ...portalRoutes,
      ...contractDateRoutes,
      ...inviteeRoutes,
      ...invitationReplyRoutes,
      ...documentRoutes,
      ...legalPolicyRoutes,
      ...keyPolicyRoutes,
    ],
    subscribers: [...subscribers, tellInvitees, ...approvalSubscribers],
    topics,
    uploads,
    home,
    find,
    messageKinds,
    check: async (kernel, tenantId) => [
      ...(await checkNotices(kernel, tenantId)),
      ...(await checkOrders(kernel, tenantId)),
      ...(await checkLogged(kernel, tenantId)),
      ...(await checkTerms(kernel, tenantId)),
    ],
    bound: [PROJECTS, ORDERS, QUESTIONS, OBJECTIONS, BOND_DECISIONS],
  }
}
