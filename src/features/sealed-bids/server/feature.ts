import { hearsOwnTrade } from '#features/procurement/server/public.ts'
import type { Feature } from '#server/feature.ts'
import { startLateRecords } from '#server/late-records.ts'
import type { LiveTopic } from '#server/live.ts'
import { SEALED_BID } from '../rules.ts'
import { checkTenantLog } from './check.ts'
import { growingLog } from './growing-log.ts'
import { home } from './home.ts'
import { messageKinds, remindOfKeys } from './key-reminders.ts'
import { unloggedKeys } from './key-records.ts'
import { routes } from './routes.ts'
import { subscribers } from './tick.ts'
import { sealedPolicy } from './upload-policy.ts'

/** `bid:<tradeId>`: what happens to a bid; its own company hears of it and nobody else. */
const topics: readonly LiveTopic[] = [{ prefix: 'bid', allows: hearsOwnTrade }]

export const sealedBids: Feature = {
  name: 'sealed-bids',
  files: { 'bid_upload.file_id': 'id', 'bid_file.file_id': 'id', 'opened_file.file_id': 'id' },
  routes,
  subscribers: [...subscribers, remindOfKeys],
  messageKinds,
  topics,
  home,
  records: [growingLog],
  start: (kernel) => startLateRecords(kernel, 'keys', unloggedKeys),
  check: checkTenantLog,
  uploads: { [SEALED_BID]: sealedPolicy },
}
