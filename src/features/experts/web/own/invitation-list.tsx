import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag, type Tone } from '#web/kit/status-tag.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { invitationPage } from '../../contract-extraction.ts'
import { ExtractionKind, ReplyStatus } from '../../rules/enums.ts'

export const REPLY_TONES: Record<number, Tone> = { 0: 'warning', 1: 'success', 2: 'neutral', 3: 'danger' }

/** Where the expert was asked to come. */
export function Screen() {
  return (
    <ListScreen
      title="评审邀请"
      endpoint={invitationPage}
      rowKey={(r) => r.callId}
      tabs={{
        param: 'tab',
        tabs: [
          { value: '', label: '全部' },
          { value: 'open', label: '待回复' },
          { value: 'accepted', label: '已接受' },
          { value: 'closed', label: '未参加' },
        ],
      }}
      columns={[
        {
          key: 'title',
          title: '评审',
          value: (r) => r.title,
          render: (r) => (
            <MainCell title={r.title} code={ExtractionKind.label(r.kind)} to={`/review/invitations/${r.callId}`} />
          ),
        },
        { key: 'buyers', title: '采购人', value: (r) => r.buyers.join('、') },
        { key: 'at', title: '评审时间', kind: 'time', width: 140, value: (r) => r.reviewAt },
        { key: 'place', title: '地点', value: (r) => r.place },
        {
          key: 'due',
          title: '回复截止',
          kind: 'time',
          width: 140,
          // What has been answered is due no more.
          value: (r) => (r.replyStatus === ReplyStatus.values.pending ? r.replyDue : null),
        },
        {
          key: 'status',
          title: '回复',
          width: 100,
          value: (r) => ReplyStatus.label(r.replyStatus),
          render: (r) => (
            <StatusTag label={ReplyStatus.label(r.replyStatus)} tone={REPLY_TONES[r.replyStatus] ?? 'neutral'} />
          ),
        },
      ]}
      rowActions={(r) => [
        {
          label: r.actions.some((one) => one.action === 'accept' && !one.reason) ? '回复' : '查看',
          to: `/review/invitations/${r.callId}`,
        },
      ]}
      empty={{ title: '还没有评审邀请', hint: '被抽取后将收到短信和站内消息，请在截止时间前回复' }}
    />
  )
}
