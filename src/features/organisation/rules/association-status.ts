import { statusTable } from '#contract/transition.ts'
import { RelationStatus } from '../contract/shared.ts'

const S = RelationStatus.values

export type AssociationAction = 'agree' | 'refuse' | 'ignore' | 'cancel' | 'again' | 'disassociate'

/** Which side looks. */
export interface Side {
  isSender: boolean
}

const sender = ({ isSender }: Side) => isSender
const receiver = ({ isSender }: Side) => !isSender

/** One row for two companies; what is over can be asked for again by the side that asked. */
export const associationStatus = statusTable<number, AssociationAction, { status: number }, Side>(
  ({ status }) => status,
  [
    { action: 'agree', label: '同意', from: [S.asked, S.ignored], to: S.associated, who: receiver, primary: true },
    { action: 'refuse', label: '拒绝', from: [S.asked, S.ignored], to: S.refused, who: receiver, danger: true },
    { action: 'ignore', label: '忽略', from: [S.asked], to: S.ignored, who: receiver },
    {
      action: 'cancel',
      label: '取消申请',
      from: [S.asked, S.ignored],
      to: S.cancelled,
      who: sender,
      confirm: '取消后对方不再能处理该申请。确认取消？',
      danger: true,
    },
    {
      action: 'again',
      label: '再次发送',
      from: [S.cancelled, S.refused, S.ignored, S.disassociated],
      to: S.asked,
      who: sender,
    },
    {
      action: 'disassociate',
      label: '解除关联',
      from: [S.associated],
      to: S.disassociated,
      who: () => true,
      confirm: '解除后双方不再是上下级企业，统计不再合并。确认解除？',
      danger: true,
    },
  ],
)
