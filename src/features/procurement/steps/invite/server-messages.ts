import { URGENT } from '#server/feature.ts'
import { methodOf } from '../../methods/all.ts'
import { named, type OrderMessage, tellOwners } from '../../server/telling.ts'

export const invite: readonly OrderMessage[] = [
  {
    kind: 'invitation.declined',
    label: '受邀供应商谢绝参加',
    group: '报名与答疑',
    workbenches: ['purchaser', 'agency'],
    channels: ['email'],
    tell(subject) {
      const { order, event } = subject
      const { companyName: name, reason } = event.payload
      const isAlone = methodOf(order.method).maxSuppliers === 1
      const next = isAlone ? '如不再报名，请办理流标。' : '报名截止前可继续邀请其他供应商。'
      const content = `${String(name)}谢绝参加${named(order)}：${String(reason)}。${next}`
      return tellOwners(subject, { title: '受邀供应商谢绝参加', content, page: 'abortive.addSupplier' })
    },
  },
  // Sent with the letter itself.
  { kind: 'order.invited', label: '邀请参加投标', group: '报名与答疑', workbenches: ['supplier'], channels: URGENT },
]
