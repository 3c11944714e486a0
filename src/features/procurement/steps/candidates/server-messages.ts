import { say } from '../../methods/say.ts'
import { isRunning, named, type OrderMessage, tellOwners } from '../../server/telling.ts'

export const candidates: readonly OrderMessage[] = [
  {
    kind: 'order.publicity-end',
    label: '候选人公示期满',
    group: '期限提醒',
    workbenches: ['purchaser', 'agency'],
    channels: ['email'],
    async tell(subject) {
      const { order } = subject
      if (isRunning(order)) return tellOwners(subject, { title: '公示期满', content: `${named(order)}公示期已满。` })
      if (order.state !== 'candidates.public') return
      await tellOwners(subject, {
        title: say(order, '{publicity}期满'),
        content: `${named(order)}${say(order, '{publicity}')}期已满，可以定标。`,
      })
    },
  },
]
