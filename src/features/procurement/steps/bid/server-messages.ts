import { formatTime } from '#contract/time.ts'
import { URGENT } from '#server/feature.ts'
import { methodOf } from '../../methods/all.ts'
import { say } from '../../methods/say.ts'
import { isRunning, named, type OrderMessage, tellParticipants } from '../../server/telling.ts'

export const bid: readonly OrderMessage[] = [
  {
    kind: 'order.bid-reminder',
    label: '投标截止提醒',
    group: '期限提醒',
    workbenches: ['supplier'],
    channels: URGENT,
    isTimely: true,
    async tell(subject) {
      const { order, event } = subject
      if (!isRunning(order)) return
      const end = formatTime(order.bidEnd, true)
      const hours = String(event.payload.hours)
      if (methodOf(order.method).offers === 'live')
        return tellParticipants(subject, {
          title: `距竞价开始不足 ${hours} 小时`,
          content: `${named(order)}将于 ${end}（北京时间）开始竞价，以平台时间为准，请提前进入竞价大厅。`,
        })
      await tellParticipants(subject, {
        title: `距${say(order, '{deadline}')}不足 ${hours} 小时`,
        content: `${named(order)}的${say(order, '{offer}')}须于 ${end}（北京时间）前提交，以平台时间为准，逾期不予受理。`,
      })
    },
  },
]
