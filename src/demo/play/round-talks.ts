import { orderDetail } from '#features/procurement/contract/order.ts'
import * as talks from '#features/talks/contract-round.ts'
import type { HttpClient } from '#server/testing/http-client.ts'

/** A talk with one supplier of the last round, held just now: its minutes wait for the supplier. */
export async function holdTalk(
  owner: HttpClient,
  orderId: string,
  { tradeId, now }: { tradeId: string; now: Date },
): Promise<void> {
  const body = {
    tradeId,
    plannedAt: now.toISOString(),
    place: '采购人三楼会议室',
    subject: '服务人员配置、应急响应时间和价格构成',
  }
  const { talkId } = await owner.call(talks.planRoundTalk, { params: { orderId }, body })
  for (let i = 0; i < 3; i++) await goOnWithTalk(owner, orderId, talkId)
}

/** What comes next in a talk for whoever holds it: the call, the beginning or the minutes. False: nothing. */
export async function goOnWithTalk(owner: HttpClient, orderId: string, talkId: string): Promise<boolean> {
  const { talks: known } = await owner.call(talks.roundTalks, { params: { orderId } })
  const talk = known.find((one) => one.talkId === talkId)
  const next = talk?.actions.find(({ action, reason }) => action !== 'drop' && reason === undefined)?.action
  const params = { orderId, talkId }
  if (next === 'call') await owner.call(talks.callToTalk, { params })
  if (next === 'begin') await owner.call(talks.beginRoundTalk, { params })
  if (next === 'write') {
    const { purchaserName } = await owner.call(orderDetail, { params })
    const body = {
      endedAt: talk!.beganAt!,
      people: [
        { side: 'buyer' as const, name: '张晓', unit: purchaserName, title: '采购主管' },
        { side: 'supplier' as const, name: '项目经理', unit: talk!.supplierName, title: '授权代表' },
      ],
      content: '双方就服务人员配置、应急响应时间和价格构成进行了商谈；供应商同意夜间增派一人，并在下一轮报价中体现。',
    }
    await owner.call(talks.writeRoundTalk, { params, body })
  }
  return next !== undefined
}

/** Signs the minutes that wait, or sends them back; false: none do. */
export async function answerTalk(supplier: HttpClient, orderId: string, reason?: string): Promise<boolean> {
  const { talks: own } = await supplier.call(talks.ownRoundTalks, { params: { orderId } })
  const open = own.find(({ actions }) => actions.length > 0)
  if (!open) return false
  const params = { orderId, talkId: open.talkId }
  const { version } = open.minutes[0]!
  if (reason === undefined) await supplier.call(talks.signRoundTalk, { params, body: { version } })
  else await supplier.call(talks.refuseRoundTalk, { params, body: { version, reason } })
  return true
}
