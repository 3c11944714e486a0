import { holdersOf, notifyOfficers } from '#features/joint-key/server/public.ts'
import { named, onOrder } from '#features/procurement/server/public.ts'
import { jointRow } from './joint-access.ts'

export const ANSWER_WANTED = 'opening.jointAnswerWanted'

/** The release is closed: every officer is asked to answer. */
export const tellOfficers = onOrder(
  'opening-hall.tell-officers',
  'opening.jointClosed',
  async ({ ctx, order, event }) => {
    const row = await jointRow(ctx, order.id)
    const key = await holdersOf(ctx, order.id)
    if (!row?.bids?.length || row.doneAt || !key) return
    await notifyOfficers(ctx, {
      userIds: key.officers.filter((officer) => !officer.isExcused).map((officer) => officer.userId),
      ceremonyId: key.ceremonyId,
      kind: ANSWER_WANTED,
      title: '请参与共同开启投标文件',
      content: `${named(order)}已截止提交密钥，共 ${row.bids.length} 份投标，需 ${key.threshold} 名保管人共同开启，请在登记的设备上操作。`,
      eventId: event.id,
    })
  },
)
