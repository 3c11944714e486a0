import type { OutputOf } from '#contract/endpoint.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { useCall } from '#web/use-call.ts'
import { recruitChoices, type recruitDetail, setAssist } from '../contract/order.ts'

interface AssistDialogProps {
  order: Pick<OutputOf<typeof recruitDetail>, 'orderId' | 'assist'>
  onClose: () => void
}

/** Names colleagues who check along. */
export function AssistDialog({ order: { orderId, assist }, onClose }: AssistDialogProps) {
  const { data } = useCall(recruitChoices, { query: {} })
  const options = (data?.colleagues ?? assist).map(({ userId, name }) => ({ value: userId, label: name }))
  return (
    <ActionDialog
      title="协办人"
      endpoint={setAssist}
      success="已保存协办人"
      hint="协办人可以查看该征集并审核申请，不能发布、变更或者公布结果。"
      initial={{ userIds: assist.map(({ userId }) => userId) }}
      fields={[
        { kind: 'select', name: 'userIds', label: '协办人', multiple: true, searchable: true, wide: true, options },
      ]}
      input={({ userIds }: { userIds: string[] }) => ({ params: { orderId }, body: { userIds } })}
      onClose={onClose}
    />
  )
}
