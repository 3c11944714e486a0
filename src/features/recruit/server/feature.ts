import type { Approvals } from '#features/workflow/server/public.ts'
import type { Feature } from '#server/feature.ts'
import { partyTopic } from '#server/live.ts'
import { applyRoutes } from './apply.ts'
import { changeRoutes } from './changes.ts'
import { downloadRoutes } from './downloads.ts'
import { draftRoutes } from './draft.ts'
import { atDeadline, endRoutes } from './end.ts'
import { feeRoutes, notePaid } from './fees.ts'
import { uploads } from './files.ts'
import { noteRefund, refunding } from './give-back.ts'
import { home } from './home.ts'
import { materialRoutes } from './materials.ts'
import { messageKinds, messages } from './messages.ts'
import { orderRoutes } from './orders.ts'
import { ownRoutes } from './own.ts'
import { publishRoutes } from './publish.ts'
import { resultRoutes } from './result.ts'
import { tradeRoutes } from './trades.ts'

/** Companies call for suppliers to their libraries. */
export function recruit({ approvals }: { approvals: Approvals }): Feature {
  return {
    name: 'recruit',
    home,
    uploads,
    files: { 'recruit_order.files': 'document', 'recruit_trade.documents': 'document' },
    messageKinds,
    topics: [partyTopic('recruit')],
    workers: [refunding],
    subscribers: [atDeadline, notePaid, noteRefund, ...messages],
    routes: [
      ...orderRoutes,
      ...draftRoutes,
      ...publishRoutes(approvals),
      ...endRoutes,
      ...changeRoutes,
      ...tradeRoutes,
      ...downloadRoutes,
      ...resultRoutes,
      ...materialRoutes,
      ...ownRoutes,
      ...applyRoutes,
      ...feeRoutes,
    ],
  }
}
