import { formatTime } from '#contract/time.ts'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useAction } from '#web/use-call.ts'
import * as c from '../contract/senders.ts'

type Sender = Pick<NonNullable<(typeof c.senderPage.returns)['_output']>['rows'][number], 'off' | 'isOwnNumberOff'>

/** Purchasers whose text messages the company gets, and its way out of them. */
export function Screen() {
  const leave = useAction(c.unsubscribe, { success: '已退订，不再收到该采购人的短信' })
  const come = useAction(c.subscribe, { success: '已恢复接收' })
  return (
    <ListScreen
      title="采购人短信"
      endpoint={c.senderPage}
      rowKey={(row) => row.ownerCompanyId}
      filters={[{ kind: 'text', name: 'keyword', label: '采购人' }]}
      columns={[
        { key: 'name', title: '采购人', width: 220, isHead: true, value: (row) => row.ownerName },
        { key: 'text', title: '最近一条短信', value: (row) => row.lastText },
        { key: 'at', title: '时间', kind: 'time', width: 130, value: (row) => row.lastAt },
        {
          key: 'state',
          title: '接收',
          width: 220,
          value: (row) => stateText(row),
          render: (row) => (
            <StatusTag label={stateText(row)} tone={row.off || row.isOwnNumberOff ? 'neutral' : 'success'} />
          ),
        },
      ]}
      rowActions={({ ownerCompanyId, ownerName, off, isOwnNumberOff }) => {
        const params = { ownerCompanyId }
        return [
          off === null && {
            label: '退订',
            confirm: `退订后，本单位所有人员不再收到“${ownerName}”的群发短信；平台的开标、截止等通知不受影响。`,
            onClick: () => leave.run({ params }),
          },
          (off !== null || isOwnNumberOff) && { label: '恢复接收', onClick: () => come.run({ params }) },
        ]
      }}
      empty={{ title: '还没有收到采购人的短信', hint: '采购人通过供应商库群发的短信会列在这里，可随时退订' }}
    />
  )
}

function stateText({ off, isOwnNumberOff }: Sender): string {
  if (off) return `${off.byName}于 ${formatTime(off.at)} 退订`
  return isOwnNumberOff ? '本人号码已回复退订' : '接收中'
}
