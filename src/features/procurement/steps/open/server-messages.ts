import { URGENT } from '#server/feature.ts'
import { methodOf } from '../../methods/all.ts'
import { isRunning, named, type OrderMessage, tellOwners, tellParticipants } from '../../server/telling.ts'

export const open: readonly OrderMessage[] = [
  {
    kind: 'order.open-time',
    label: '开标时间已到',
    group: '期限提醒',
    workbenches: ['purchaser', 'agency', 'supplier'],
    channels: URGENT,
    isEssential: true,
    isTimely: true,
    async tell(subject) {
      const { order } = subject
      // What opens by the clock tells of it itself.
      if (!isRunning(order) || methodOf(order.method).reveal === 'clock') return
      const text = { title: '开标时间已到', content: `${named(order)}已到开标时间，请进入开标大厅。` }
      await tellOwners(subject, text)
      await tellParticipants(subject, text)
    },
  },
]
