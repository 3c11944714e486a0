import { Checkbox } from 'antd'
import { useParams } from 'react-router'
import { formatTime } from '#contract/time.ts'
import { toast } from '#web/feedback.ts'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { openDialog } from '#web/kit/dialog.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { invitationDetail, replyInvitation } from '../../contract-extraction.ts'
import { ExtractionKind, ReplyStatus } from '../../rules/enums.ts'
import { ReasonFields, type Reason } from '../extraction/reason-fields.tsx'
import { REPLY_TONES } from './invitation-list.tsx'

/** One invitation: come or not. */
export function Screen() {
  const { callId = '' } = useParams()
  const params = { callId }
  const query = useCall(invitationDetail, { params }, { fresh: 0 })
  const answer = useAction(replyInvitation, { success: '已回复' })
  const accept = (buyers: readonly string[]) =>
    openDialog<boolean>({
      title: '接受邀请',
      content: (state) => (
        <>
          <p>
            采购人及代理机构：{buyers.join('、')}
            。与其或与投标人有利害关系的，应当回避（《招标投标法》第三十七条）。投标人在开标后公布，评审前还须逐一声明。
          </p>
          <Checkbox onChange={(e) => state.set(e.target.checked)}>本人不存在应当回避的情形，能按时参加评审</Checkbox>
        </>
      ),
      run: async (declared = false) => {
        if (declared) return (await answer.run({ params, body: { accept: true, declared } })).ok
        toast.warning('请确认不存在应当回避的情形')
        return false
      },
    })
  const refuse = (title: string) =>
    openDialog<Reason>({
      title,
      content: (state) => <ReasonFields onChange={state.set} />,
      run: async (reason) => {
        if (reason?.category && reason.reason.trim().length >= 2)
          return (
            await answer.run({
              params,
              body: { accept: false, category: reason.category, reason: reason.reason.trim() },
            })
          ).ok
        toast.warning('请选择原因并说明')
        return false
      },
    })
  return (
    <DetailScreen query={query} back={{ label: '评审邀请', to: '/review/invitations' }}>
      {(row) => ({
        title: row.title,
        status: (
          <StatusTag label={ReplyStatus.label(row.replyStatus)} tone={REPLY_TONES[row.replyStatus] ?? 'neutral'} />
        ),
        facts: [ExtractionKind.label(row.kind), row.code],
        ...(row.replyStatus === ReplyStatus.values.pending
          ? { deadline: { label: '回复截止', at: row.replyDue } }
          : {}),
        actions: row.actions,
        onAction: (action) =>
          action === 'accept' ? accept(row.buyers) : refuse(action === 'refuse' ? '拒绝邀请' : '不能参加'),
        sections: [
          {
            key: 'basic',
            title: '评审安排',
            content: (
              <FieldList
                items={[
                  { label: '评审时间', value: `${formatTime(row.reviewAt)}（北京时间）` },
                  { label: '地点', value: row.place },
                  { label: '采购人', value: row.buyers.join('、'), wide: true },
                  { label: '备注', value: row.note, wide: true },
                  { label: '通知时间', value: formatTime(row.calledAt) },
                  { label: '回复时间', value: formatTime(row.repliedAt) },
                  ...(row.reason ? [{ label: '原因', value: row.reason, wide: true }] : []),
                ]}
              />
            ),
          },
        ],
      })}
    </DetailScreen>
  )
}
